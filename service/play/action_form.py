"""The form of an action, before any game is asked: which shape it has, in full or without its ruleset."""

from functools import cache
from types import MappingProxyType
from typing import Any, Final, Union

import msgspec

from engine.registry import RULESETS
from engine.ruleset import Action, AnyRuleset
from service.play.refusals import from_validation, invalid


def _tag(shape: type[Action]) -> str:
    return str(shape.__struct_config__.tag)


BY_TAG: Final = MappingProxyType({_tag(shape): shape for ruleset in RULESETS for shape in ruleset.action_types})
VERBS: Final = frozenset(tag.partition(".")[2] for tag in BY_TAG)
AnyAction: Any = Union[tuple(BY_TAG.values())]  # noqa: UP007  # made of a tuple


@cache
def tags_of(ruleset: AnyRuleset) -> tuple[str, ...]:
    """The types of action that a ruleset knows, as they stand on the wire."""
    return tuple(map(_tag, ruleset.action_types))


class ActionForm:
    """A body that claims to be an action. What can be judged without the game is judged when it is made."""

    def __init__(self, body: Any) -> None:
        """Raises Refused with validation_error for what is an action of no ruleset."""
        self._body = body
        self._action: Action | None = None
        kind = body.get("type") if isinstance(body, dict) else None
        if isinstance(kind, str) and kind not in BY_TAG and kind not in VERBS:
            raise invalid("type", f"{kind[:80]!r} is no action; there are {', '.join(BY_TAG)}.")
        if not (isinstance(kind, str) and kind in VERBS):
            self._action = self._decode(body, kind)

    @staticmethod
    def _decode(body: Any, kind: Any) -> Action:
        # a union would be taken apart anew for each body; the shape that the type names has been once
        shape = BY_TAG.get(kind, AnyAction) if isinstance(kind, str) else AnyAction
        try:
            action: Action = msgspec.convert(body, shape)
        except msgspec.ValidationError as error:
            raise from_validation(error, shape, body) from error
        return action

    def for_ruleset(self, ruleset: AnyRuleset) -> Action:
        """The action in a game of this ruleset. Raises Refused with validation_error where it has none such."""
        body, action = self._body, self._action
        kind = body["type"] if action is not None else f"{ruleset.id}.{body['type']}"
        if kind not in tags_of(ruleset):
            raise invalid("type", f"{body['type']} is no action of {ruleset.id}; it has {', '.join(tags_of(ruleset))}.")
        return action if action is not None else self._decode({**body, "type": kind}, kind)
