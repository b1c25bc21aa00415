"""The four integration methods, as the contract words them, for the reference.

A state is a pair (q, v) of lists. f(t, q, v) returns the accelerations.
"""

from collections.abc import Callable

Row = list[float]
State = tuple[Row, Row]
Force = Callable[[float, Row, Row], Row]
Stepper = Callable[[Force, float, State, float], State]

HUGE = 1e6  # rad or rad/s, beyond which a motion is not followed


def moved(x: Row, h: float, rate: Row) -> Row:
    """Return x + h * rate."""
    return [a + h * b for a, b in zip(x, rate)]


def euler(f: Force, t: float, state: State, h: float) -> State:
    """Take an explicit Euler step: one acceleration, and both updates from the old state."""
    q, v = state
    return moved(q, h, v), moved(v, h, f(t, q, v))


def midpoint(f: Force, t: float, state: State, h: float) -> State:
    """Take a step with the speed and the acceleration at the middle of the step."""
    q, v = state
    middle = moved(v, h / 2, f(t, q, v))
    force = f(t + h / 2, moved(q, h / 2, v), middle)
    return moved(q, h, middle), moved(v, h, force)


def midpoint_by_acceleration(f: Force, t: float, state: State, h: float) -> State:
    """Take a midpoint step whose position uses the middle acceleration, too. It is as valid."""
    q, v = state
    force = f(t + h / 2, moved(q, h / 2, v), moved(v, h / 2, f(t, q, v)))
    return moved(moved(q, h, v), h * h / 2, force), moved(v, h, force)


def verlet(f: Force, t: float, state: State, h: float) -> State:
    """Take a velocity Verlet step; the second acceleration sees the predicted state."""
    q, v = state
    before = f(t, q, v)
    after_q = moved(moved(q, h, v), h * h / 2, before)
    after = f(t + h, after_q, moved(v, h, before))
    return after_q, moved(v, h / 2, [a + b for a, b in zip(before, after)])


def rk4(f: Force, t: float, state: State, h: float) -> State:
    """Take a classical Runge-Kutta step of fourth order."""
    q, v = state
    a1 = f(t, q, v)
    v2 = moved(v, h / 2, a1)
    a2 = f(t + h / 2, moved(q, h / 2, v), v2)
    v3 = moved(v, h / 2, a2)
    a3 = f(t + h / 2, moved(q, h / 2, v2), v3)
    v4 = moved(v, h, a3)
    a4 = f(t + h, moved(q, h, v3), v4)

    def blend(a: Row, b: Row, c: Row, d: Row) -> Row:
        return [w + 2 * x + 2 * y + z for w, x, y, z in zip(a, b, c, d)]

    return moved(q, h / 6, blend(v, v2, v3, v4)), moved(v, h / 6, blend(a1, a2, a3, a4))


STEPPERS: dict[str, Stepper] = {
    "euler": euler,
    "midpoint": midpoint,
    "verlet": verlet,
    "rk4": rk4,
}
# What counts as each method: the contract's words allow two forms of midpoint.
VARIANTS: dict[str, tuple[Stepper, ...]] = {
    "euler": (euler,),
    "midpoint": (midpoint, midpoint_by_acceleration),
    "verlet": (verlet,),
    "rk4": (rk4,),
}


def particle(
    stepper: Stepper, f: Callable[[float], float], x0: float, v0: float, h: float, steps: int
) -> tuple[Row, Row]:
    """Return the positions and velocities of a particle under q'' = f(t), steps + 1 entries."""
    state: State = ([x0], [v0])
    states = [state]
    for k in range(steps):
        state = stepper(lambda t, q, v: [f(t)], k * h, state, h)
        states.append(state)
    return [q[0] for q, _ in states], [v[0] for _, v in states]


def path(stepper: Stepper, f: Force, state: State, h: float, steps: int) -> list[State]:
    """Return the states of so many steps from a state on, that state included.

    There are fewer if the numbers grow beyond all bounds.
    """
    states = [state]
    for k in range(steps):
        try:
            state = stepper(f, k * h, state, h)
        except ArithmeticError:
            break
        if not all(abs(x) < HUGE for x in (*state[0], *state[1])):
            break
        states.append(state)
    return states
