"""Answers the calls of /rosapi services."""

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from protocol import names
from protocol.fields import Rejected, read_field, show, text
from protocol.interfaces import MESSAGE, SERVICE, Interfaces
from protocol.members import TopicMembers
from protocol.names import canonical_type
from protocol.nodes import Node
from protocol.providers import Providers
from protocol.rosapi import parameters
from protocol.rosapi.graph import Graph
from protocol.rosapi.question import Question
from protocol.rosapi.typedefs import REQUEST, RESPONSE, message_details, service_details
from protocol.session import Session

Args: TypeAlias = dict[str, Any]
Values: TypeAlias = dict[str, Any]

VERSION = {"version": 2, "distro": "humble"}  # the release whose standard types are ours


class Rosapi:
    """Answers calls at once, except those that only the arm can answer: a Question is for it."""

    def __init__(
        self,
        nodes: Mapping[str, Node],
        sessions: Mapping[int, Session],
        topics: TopicMembers,
        providers: Providers,
    ):
        self._graph = Graph(nodes, sessions, topics, providers)
        self._interfaces = Interfaces()
        graph = self._graph
        self._answers: dict[str, Callable[[Args], Values | Question]] = {
            "topics": lambda args: self._topics(),
            "topics_and_raw_types": lambda args: self._raw_types(),
            "topics_for_type": lambda args: {"topics": _of(graph.topics(), args, MESSAGE)},
            "topic_type": lambda args: {"type": graph.topic_type(_read(args, "topic"))},
            "publishers": lambda args: {"publishers": graph.publishers(_read(args, "topic"))},
            "subscribers": lambda args: {"subscribers": graph.subscribers(_read(args, "topic"))},
            "services": lambda args: {"services": list(graph.services())},
            "services_for_type": lambda args: {"services": _of(graph.services(), args, SERVICE)},
            "service_type": lambda args: {"type": graph.service_type(_read(args, "service"))},
            "service_node": lambda args: {"node": graph.service_node(_read(args, "service"))},
            "service_providers": lambda args: {
                "providers": graph.service_providers(_read(args, "service"))
            },
            "nodes": lambda args: {"nodes": graph.nodes()},
            "node_details": lambda args: graph.node(_read(args, "node"))._asdict(),
            "message_details": self._message_details,
            "service_request_details": lambda args: self._service_details(args, REQUEST),
            "service_response_details": lambda args: self._service_details(args, RESPONSE),
            "interfaces": lambda args: {"interfaces": self._interfaces.names},
            "action_servers": lambda args: {"action_servers": []},
            "get_time": lambda args: Question(names.SIMULATION_TIME, {}),
            "get_ros_version": lambda args: VERSION,
            "get_param": parameters.get_param,
            "set_param": parameters.set_param,
            "has_param": parameters.has_param,
            "delete_param": parameters.delete_param,
            "get_param_names": lambda args: {"names": parameters.FULL_NAMES},
        }

    def answer(self, service: str, args: Any) -> Values | Question:
        """Answer a call of one of names.ROSAPI. Raises Rejected."""
        if args is None or args == []:
            args = {}
        if not isinstance(args, dict):
            raise Rejected(f"args must be an object, got {show(args)}")
        return self._answers[service.rpartition("/")[2]](args)

    def _topics(self) -> Values:
        found = self._graph.topics()
        return {"topics": list(found), "types": list(found.values())}

    def _raw_types(self) -> Values:
        """Return the topics whose type is known, with the text of each type."""
        found = {topic: type for topic, type in self._graph.topics().items() if type}
        texts = [self._full_text(type) for type in found.values()]
        return {"topics": list(found), "types": list(found.values()), "typedefs_full_text": texts}

    def _full_text(self, type: str) -> str:
        if self._interfaces.is_known(type, MESSAGE):
            return self._interfaces.full_text(type)
        return f"# Pendularm does not know the fields of {type}\n"

    def _message_details(self, args: Args) -> Values:
        type = canonical_type(_read(args, "type"), MESSAGE)
        return {"typedefs": message_details(self._interfaces, type)}

    def _service_details(self, args: Args, half: int) -> Values:
        type = canonical_type(_read(args, "type"), SERVICE)
        return {"typedefs": service_details(self._interfaces, type, half)}


def _of(types: Mapping[str, str], args: Args, kind: str) -> list[str]:
    """Return the names that have the type in the arguments."""
    type = canonical_type(_read(args, "type"), kind)
    return [name for name, has in types.items() if has and has == type]


def _read(args: Args, field: str) -> str:
    return read_field(args, field, text)
