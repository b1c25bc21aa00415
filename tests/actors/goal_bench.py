"""An ik_action without processes: the test plays the arm and ik, and reads what is sent."""

import json
from dataclasses import replace
from queue import Full

from arm_node import arm_of
from crew import Gateway, call, letters, reply

from actors.arm.pursuit import Pursuit
from actors.arm.simulation import Simulation, Snapshot
from actors.arm.tenure import Tenure
from actors.ik import Ik
from actors.ik_action import IkAction
from actors.ik_trial import IkTrial
from actors.kernel.letters import Down, Publication, ServiceCall, ServiceReply, packed
from actors.kernel.registry import Registry
from actors.motion import Motion
from protocol import names

TARGET = {"x": 2.0, "y": 0.0}
SOLUTION = {2: (0.0, 0.0), 3: (0.5, 0.25, 0.125)}
FAR = (1.0, 0.0)  # a pose whose tip is 1.9 m away from the target
TICK = 0.25  # s of simulation time between two snapshots; exact in binary
KILLED = -9


class Bench:
    """Entered, it has shown the arm to the actor; at its end it closes all mailboxes."""

    def __init__(self, links=2):
        self.links = links
        self.system = Registry([arm_of(links), Ik, IkAction, IkTrial, Motion, Gateway])
        self.tokens = 0
        self.time = 0.0
        self.tenure = Tenure()
        self.pursuit = Pursuit()
        self.system.demand(names.JOINT_TRAJECTORY, True)
        self.action = IkAction(self.system)

    def __enter__(self):
        self.see((*FAR, 0.0)[: self.links])
        self.sent()
        return self

    def __exit__(self, *_):
        for entry in self.system.entries.values():
            entry.mailbox.close()

    # -- in --------------------------------------------------------------------------------------
    def see(self, position=None, lengths=None, **changed):
        """The actor receives the state of the arm, a tick later."""
        self.time += TICK
        snapshot = Snapshot(
            self.time,
            tuple(position or (0.0,) * self.links),
            (0.0,) * self.links,
            (0.0,) * self.links,
            tuple(lengths or (1.0,) * self.links),
            self.tenure,
        )
        snapshot = replace(snapshot, **changed)
        self.pursuit.look(snapshot.time, snapshot.lengths, snapshot.position)
        snapshot = replace(snapshot, arrival=self.pursuit.arrival)
        self.action.receive(Publication(names.JOINT_STATES, snapshot))

    def ask(self, service, args):
        """A client calls; the token of the call."""
        self.tokens += 1
        self.action.receive(
            call(service, args, token=self.tokens, incarnation=self.action.incarnation)
        )
        return self.tokens

    def send(self, **args):
        return self.ask(names.SEND_GOAL, TARGET | args)

    def solve(self, result=True, status="", hindrances=(), obstacles=()):
        """ik answers all that it was asked, arm and motion what follows; what ik was asked.

        obstacles   None if the actor motion does not answer
        """
        questions = self._answer("ik", {"positions": SOLUTION[self.links]}, result, status)
        if result:
            self.answer_as_arm({"hindrances": list(hindrances)})
            if obstacles is not None:
                self.answer_as_motion({"obstacles": list(obstacles)})
        return questions

    def give_state(self, position):
        """The arm, in that pose, answers all that it was asked; what that was."""
        arm = Simulation(self.links)
        arm.position = position
        return self.answer_as_arm({"twin": arm})

    def answer_as_arm(self, values):
        """The arm answers all that it was asked; what that was."""
        return self._answer("arm_sim", values)

    def answer_as_motion(self, values):
        """The actor motion answers all that it was asked; what that was."""
        return self._answer("motion", values)

    def _answer(self, actor, values, result=True, status=""):
        questions = [each for each in self.sent(actor) if isinstance(each, ServiceCall)]
        for question in questions:
            incarnation = self.action.incarnation
            self.action.receive(
                reply(question.token, values, result, status, incarnation=incarnation)
            )
        return questions

    def accepted(self, **args):
        """Send a goal that ik can solve, and let the arm receive its setpoint; its id."""
        self.send(**args)
        self.solve()
        self.take_command()
        return self.action.goal.id

    def take_command(self):
        """The arm receives the setpoint of the active goal."""
        goal = self.action.goal
        self.tenure = self.tenure.after_setpoint(goal.id)
        self.pursuit.begin(goal.id, goal.setpoint.aim)

    def reset(self):
        self.tenure = self.tenure.after_reset()
        self.pursuit.end()
        self.time = 0.0

    # -- out -------------------------------------------------------------------------------------
    def sent(self, to="gateway"):
        """What an actor has got since the last time, after a commit."""
        self.action.commit()
        return self.letters(to)

    def letters(self, to):
        """The same, without a commit."""
        return [letter for letter in letters(self.system, to) if not isinstance(letter, Down)]

    def published(self, topic):
        """What clients have got on a topic since the last time."""
        return [
            json.loads(letter.message)
            for letter in self.sent()
            if isinstance(letter, Publication) and letter.topic == topic
        ]

    def story(self):
        """What clients have got, in order, as in_short says."""
        return [short for short in map(in_short, self.sent()) if short is not None]

    # -- death -----------------------------------------------------------------------------------
    def kill(self):
        """The actor dies here, and a successor begins with what was committed last."""
        self.system.record_death("ik_action", KILLED)
        self.action = IkAction(self.system)


def in_short(letter):
    """A result as (id, outcome), an answer as True or False, feedback as its id, else None."""
    if isinstance(letter, ServiceReply):
        return letter.result
    if letter.topic not in (names.IK_RESULT, names.IK_FEEDBACK):
        return None
    message = json.loads(letter.message)
    if letter.topic == names.IK_RESULT:
        return message["goal_id"], message["outcome"]
    return message["goal_id"]


def fill(mailbox):
    """Until there is no room, not even for a small letter."""
    for size in (1000, 1):
        try:
            while True:
                mailbox.put(packed([Publication("filler", b"x" * size)]))
        except Full:
            pass
