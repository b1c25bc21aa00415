"""An ik_trial without processes. The bench plays the arm, and an ik_action with its goals."""

import json

from arm_node import arm_of
from crew import Gateway, call, letters, reply

from actors.arm.goal import Conclusion
from actors.arm.trial import Observation
from actors.ik import Ik
from actors.ik_action import IkAction
from actors.ik_trial import IkTrial
from actors.kernel.letters import Down, Publication, ServiceCall, ServiceReply
from actors.kernel.registry import Registry
from protocol import goals, names

ANGLES = {2: (0.25, 0.5), 3: (0.25, 0.5, 0.75)}
LENGTHS = (1.0, 0.75, 0.5)
TICK = 0.25  # s of simulation time between two observations; exact in binary
LAST_DISTANCE = 0.03125  # m, of a goal when it ends
KILLED = -9
SHOWN = ("target", "error", "desired_positions", "action_status")
NOTHING = dict.fromkeys(SHOWN) | {"action_status": "idle"}


class Bench:
    """Entered, it has made a first observation; at its end it closes all mailboxes."""

    def __init__(self, links=2):
        self.links = links
        self.system = Registry([arm_of(links), Ik, IkAction, IkTrial, Gateway])
        self.trial = IkTrial(self.system)
        self.tokens = 0
        self.goals = 0
        self.time = 10.0
        self.resets = 0
        self.active = None
        self.distance = 0.5
        self.results = []  # of goals, as (id, outcome)
        self.concluded = None  # the latest of them
        self.remark = ""  # of ik_action about every goal that it accepts
        self.sent = []  # requests for goals

    def __enter__(self):
        self.show()
        return self

    def __exit__(self, *_):
        for entry in self.system.entries.values():
            entry.mailbox.close()

    # -- the others ------------------------------------------------------------------------------
    def see(self, seconds=TICK):
        """ik_action publishes an observation of the arm, so much later."""
        self.time += seconds
        self.show()

    def show(self):
        """ik_action publishes an observation of the arm as it is."""
        goal = (None, None, None)
        if self.active:
            goal = (self.active, self.distance, ANGLES[self.links])
        observation = Observation(self.time, self.resets, *goal, self.concluded)
        self.trial.receive(Publication(names.IK_CLOCK, observation))

    def reset(self):
        self.resets = self.resets + 1
        self.time = 0.0
        if self.active:
            self.end("preempted")

    def start_goal(self):
        """A goal becomes active, whoever sent it; its id."""
        if self.active:
            self.end("preempted")
        self.goals += 1
        self.active = f"goal-0-{self.goals}"
        self.show()
        return self.active

    def end(self, outcome, heard=True):
        """The active goal ends; its result may die with a trial that was about to take it up."""
        goal = self.active
        self.active = None
        self.results.append((goal, outcome))
        self.concluded = Conclusion(goal, outcome, LAST_DISTANCE)
        if heard:
            self.publish_result(goal, outcome)

    def publish_result(self, goal, outcome):
        result = goals.result(goal, outcome, {}, LAST_DISTANCE)
        self.trial.receive(Publication(names.IK_RESULT, result))

    def questions(self):
        """What the trial has asked since the last time."""
        self.trial.commit()
        return [
            letter
            for to in ("arm_sim", "ik_action")
            for letter in letters(self.system, to)
            if isinstance(letter, ServiceCall)
        ]

    def answer(self, question, values=None, status=""):
        self.trial.receive(
            reply(question.token, values, not status, status, incarnation=self.trial.incarnation)
        )

    def serve(self, question):
        """Answer as the arm or ik_action would."""
        if question.service == names.GEOMETRY:
            self.answer(question, {"lengths": LENGTHS[: self.links], "allowed": None})
        elif question.service == names.SEND_GOAL:
            self.sent.append(question.args)
            goal = {"goal_id": self.start_goal()}
            incarnation = self.trial.incarnation
            accepted = reply(question.token, goal, True, self.remark, incarnation=incarnation)
            self.trial.receive(accepted)
        elif self.active == question.args["goal_id"]:
            self.end("preempted")
            self.answer(question)
        else:
            self.answer(question, status="no such goal is active")

    def settle(self):
        """Serve until nothing is asked any more."""
        for _ in range(100):
            questions = self.questions()
            for question in questions:
                self.serve(question)
            if not questions:
                return
        raise AssertionError("there is no end of questions")

    def until(self, service):
        """Serve until this service is asked for; that question, which is not answered yet."""
        while questions := self.questions():
            for question in questions:
                if question.service == service:
                    return question
                self.serve(question)
        raise AssertionError(f"{service} was not asked")

    # -- clients ---------------------------------------------------------------------------------
    def call(self, service, **args):
        self.tokens += 1
        self.trial.receive(
            call(service, args, token=self.tokens, incarnation=self.trial.incarnation)
        )
        return self.tokens

    def answers(self):
        """The answers that clients have got since the last time, by token."""
        self.trial.commit()
        return {
            letter.token: letter
            for letter in letters(self.system, "gateway")
            if isinstance(letter, ServiceReply)
        }

    def do(self, service, **args):
        """Call and serve; the answer."""
        token = self.call(service, **args)
        self.settle()
        return self.answers()[token]

    def status(self):
        """What clients get as the status now; None if none is published."""
        if self.trial.period is None:
            return None
        self.trial.commit()
        letters(self.system, "gateway")
        self.trial.tick()
        self.trial.commit()
        (status,) = letters(self.system, "gateway")
        assert status.topic == names.IK_TRIAL_STATUS
        return json.loads(status.message)

    def shown(self):
        """What the status shows of the goal in flight."""
        status = self.status()
        return {field: status[field] for field in SHOWN}

    def ended(self):
        """Whether the trial has ended, and shows nothing of a goal."""
        status = self.status()
        return not status["running"] and {field: status[field] for field in SHOWN} == NOTHING

    def orphaned(self):
        """Whether in the end a goal is active that the trial does not know as its own."""
        self.settle()
        self.see()
        self.settle()
        return self.active is not None and self.shown()["action_status"] != "active"

    # -- death -----------------------------------------------------------------------------------
    def kill(self):
        """The actor dies here, and a successor begins with what was committed last."""
        self.system.record_death("ik_trial", KILLED)
        self.trial = IkTrial(self.system)

    def lose(self, actor):
        """Another actor dies, and with it all that it was asked."""
        self.trial.commit()
        self.system.record_death(actor, KILLED)
        letters(self.system, actor)
        self.trial.receive(Down(actor, self.system[actor].incarnation))
