"""The registry of the kinds of posts, by their stored names."""

from __future__ import annotations

from collections.abc import Mapping

from bot.posting.errors import PermanentError
from bot.posting.kinds.base import PostKind
from bot.posting.kinds.boards import BoardPost, OldBoard
from bot.posting.kinds.direct_messages import DailyTurnsPost, DirectPost
from bot.posting.kinds.notices import NoticePost
from bot.posting.kinds.of_server import DailyPost, LatestPost, LeaguePost
from bot.posting.kinds.pings import PingPost, RemovedMessage
from bot.posting.kinds.questions import ClaimPost, ProposalPost, SeatOfferPost, VotePost
from bot.posting.kinds.shares import SharePost
from bot.posting.kinds.tables import TableChangePost, TablePost, TableSetting
from bot.posting.kinds.threads import StatusPost, ThreadPost

KINDS: Mapping[str, PostKind] = {
    "board": BoardPost(),
    "retire": OldBoard(),
    "table": TablePost(),
    "setting": TableSetting(),
    "table_change": TableChangePost(),
    "proposal": ProposalPost(),
    "seat_offer": SeatOfferPost(),
    "vote": VotePost(),
    "status": StatusPost(),
    "thread": ThreadPost(),
    "ping": PingPost(),
    "remove": RemovedMessage(),
    "direct": DirectPost(),
    "daily_turns": DailyTurnsPost(),
    "claim": ClaimPost(),
    "notice": NoticePost(),
    "latest": LatestPost(),
    "share": SharePost(),
    "daily": DailyPost(),
    "league": LeaguePost(),
}


def find_kind(stored: str) -> PostKind:
    """Return the kind of a post from its stored name: ``board``, ``board_edit``, … Raise PermanentError if it is unknown."""
    try:
        return KINDS[stored.removesuffix("_edit")]
    except KeyError:
        raise PermanentError(f"nothing is known about posts of the kind {stored!r}") from None
