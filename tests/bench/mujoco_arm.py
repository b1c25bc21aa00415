"""The same arm in MuJoCo, as far as that can be imported: it is no dependency of ours.

Todorov, Erez and Tassa, "MuJoCo: A physics engine for model-based control", IROS 2012.
"""

import importlib.util
from collections.abc import Callable, Sequence

import numpy as np

from actors.arm.model import Arm

FLAT = 1e-9  # kg m2; a rod has no inertia about its own axis, and MuJoCo wants some


def is_installed() -> bool:
    """Whether there is a MuJoCo to compare with."""
    return importlib.util.find_spec("mujoco") is not None


def rollout_of(arm: Arm, timestep: float, steps: int) -> Callable[[Sequence[float]], list[float]]:
    """A function from q, qdot (2n,) to q, qdot so many rk4 steps later, without effort."""
    import mujoco
    from mujoco.rollout import Rollout

    model = mujoco.MjModel.from_xml_string(model_of(arm, timestep))
    data = mujoco.MjData(model)
    runner = Rollout(nthread=0)  # in the calling thread
    size = mujoco.mj_stateSize(model, mujoco.mjtState.mjSTATE_FULLPHYSICS)

    def roll(state: Sequence[float]) -> list[float]:
        initial = np.zeros((1, size))  # time, q, qdot, and what an arm without actuators lacks
        initial[0, 1 : 1 + len(state)] = state
        states, _ = runner.rollout([model], [data], initial, nstep=steps)
        return list(states[0, -1, 1 : 1 + len(state)])

    return roll


def model_of(arm: Arm, timestep: float) -> str:
    """The arm in MuJoCo's XML. Its plane is x and z there, and so gravity is along -z."""
    body = ""
    for mass, length, centre, inertia in reversed(
        list(zip(arm.masses, (0.0, *arm.lengths), arm.centers_of_mass, arm.inertias))
    ):
        body = f"""
            <body pos="{length} 0 0">
              <joint type="hinge" axis="0 -1 0"/>
              <inertial pos="{centre} 0 0" mass="{mass}" diaginertia="{FLAT} {inertia} {inertia}"/>
              {body}
            </body>"""
    return f"""
        <mujoco>
          <option timestep="{timestep}" integrator="RK4" gravity="0 0 {-arm.gravity}">
            <flag contact="disable"/>
          </option>
          <worldbody>{body}</worldbody>
        </mujoco>"""
