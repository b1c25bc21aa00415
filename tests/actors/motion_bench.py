"""A motion actor without processes; an arm, an ik and a planner answer it."""

import json
import pickle
from contextlib import suppress

from arm_node import arm_of
from crew import Gateway, call, finish, letters, reply

from actors.arm.errors import ControlError
from actors.arm.motion.execution import PERIOD
from actors.arm.simulation import Simulation
from actors.arm.tenure import StreamSetpoint
from actors.ik import Ik
from actors.ik_action import IkAction
from actors.kernel.letters import Down, Publication, ServiceCall, ServiceReply, packed
from actors.kernel.registry import Registry
from actors.motion import REPORT_EVERY, Motion
from actors.planner import Planner
from protocol import names

GOAL = {"positions": [0.5, -0.5], "duration": 1.0}
KILLED = -9


class Bench:
    """Entered, it has shown the arm to the actor; at its end it closes all mailboxes."""

    def __init__(self, links=2):
        self.system = Registry([arm_of(links), Ik, IkAction, Motion, Planner, Gateway])
        self.arm = Simulation(links)
        self.arm.set_params(gravity=0.0)
        self.arm.enable(True)
        self.ik = Ik(self.system)
        self.planner = Planner(self.system)
        self.tokens = 0
        self.now = 1000.0
        self.system.demand(names.MOTION_STATE, True)
        self.motion = Motion(self.system, clock=lambda: self.now)
        self.setpoints = []  # on their way to the arm
        self.publications = []  # to clients, so far

    def __enter__(self):
        self.show()
        return self

    def __exit__(self, *_):
        for entry in self.system.entries.values():
            entry.mailbox.close()

    # -- in --------------------------------------------------------------------------------------
    def show(self):
        """The actor receives the state of the arm."""
        self.motion.receive(Publication(names.JOINT_STATES, self.arm.snapshot(self.now)))

    def ask(self, service, args=None):
        """A client calls; the token of the call."""
        self.tokens += 1
        self.motion.receive(
            call(service, args, token=self.tokens, incarnation=self.motion.incarnation)
        )
        return self.tokens

    def answer(self, meanwhile=lambda: None):
        """All answer each other until no question is left; meanwhile: after the first round."""
        busy = True
        rounds = 0
        while busy:
            rounds += 1
            if rounds == 2:
                meanwhile()
            for actor in (self.motion, self.planner, self.ik):
                actor.commit()
            for question in self.questions_to_arm():
                twin = pickle.loads(pickle.dumps(self.arm))
                incarnation = question.caller_incarnation
                answer = reply(question.token, {"twin": twin}, incarnation=incarnation)
                self.system[question.caller].mailbox.put(packed([answer]))
            busy = False
            for actor in (self.motion, self.planner, self.ik):
                for letter in letters(self.system, actor.name):
                    actor.receive(letter)
                    busy = True
                finish(actor)

    def questions_to_arm(self):
        """They are taken from its mailbox, and setpoints are put aside."""
        found = letters(self.system, "arm_sim")
        self.setpoints += [
            letter.message
            for letter in found
            if isinstance(letter, Publication) and isinstance(letter.message, StreamSetpoint)
        ]
        return [letter for letter in found if isinstance(letter, ServiceCall)]

    def request(self, service, args=None):
        """A client calls, and all actors answer each other; the reply that it gets."""
        token = self.ask(service, args)
        self.answer()
        return self.reply(token)

    def run(self, seconds):
        """The arm follows its setpoints for so long, and the actor sees it after every fourth."""
        for k in range(round(seconds / PERIOD)):
            self.motion.tick()
            self.motion.commit()
            self.follow()
            for _ in range(round(PERIOD / self.arm.timestep)):
                self.arm.tick()
            self.now += PERIOD
            if k % 4 == 3:
                self.show()
        self.motion.commit()

    def follow(self):
        """The arm receives the setpoints that were sent to it; some may be beyond its limits."""
        self.questions_to_arm()
        for setpoint in self.setpoints:
            with suppress(ControlError):
                self.arm.follow(setpoint)
        self.setpoints = []

    def held(self, periods):
        """What the arm holds in each of so many periods; the actor sees it after each."""
        setpoints = []
        for _ in range(periods):
            self.run(PERIOD)
            self.show()
            setpoints.append(self.arm.controller.setpoint)
        return setpoints

    # -- out -------------------------------------------------------------------------------------
    def sent(self):
        """What the gateway has got since the last time."""
        self.motion.commit()
        found = [
            letter for letter in letters(self.system, "gateway") if not isinstance(letter, Down)
        ]
        self.publications += [letter for letter in found if isinstance(letter, Publication)]
        return found

    def replies(self):
        """The replies that clients have got since the last time, by token."""
        return {letter.token: letter for letter in self.sent() if isinstance(letter, ServiceReply)}

    def reply(self, token):
        return self.replies()[token]

    def published(self, topic):
        """What clients have got on a topic so far."""
        self.sent()
        return [json.loads(letter.message) for letter in self.publications if letter.topic == topic]

    def outcomes(self):
        """Of all results so far."""
        results = self.published(names.MOTION_RESULT)
        return [(result["motion_id"], result["outcome"]) for result in results]

    def state(self):
        """What the actor reports now."""
        for _ in range(REPORT_EVERY):
            self.show()
        return self.published(names.MOTION_STATE)[-1]["state"]

    # -- death -----------------------------------------------------------------------------------
    def kill(self):
        """The actor dies here, and a successor begins with what was committed last."""
        self.system.record_death("motion", KILLED)
        self.motion = Motion(self.system, clock=lambda: self.now)
