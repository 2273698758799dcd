"""The data of each public page, in the form used by its template. People are named by the labels of that page."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from itertools import dropwhile
from typing import Any

from bot.common.clock import find_zone
from bot.presentation.texts import read_guide_parts, read_summary
from bot.storage.queries.public import shown as store
from bot.storage.queries.public.shown import Place
from bot.storage.queries.seats.holders import level_of
from bot.storage.queries.server.member_names import MemberRow
from bot.storage.queries.statistics.ratings import RatingRow
from bot.usecases.league.views import Winner
from bot.usecases.public.memory import Memory, find_named
from bot.usecases.public.sites import NotShown, Site
from bot.usecases.server.member_names import find_stale
from bot.usecases.statistics.hall_of_fame import Remembered
from bot.usecases.statistics.ranking import Listed
from bot.web.public import league_data
from bot.web.public.games import NOW, ShownGame, open_game, open_list
from bot.web.public.names import Labels
from bot.web.public.room import Room
from bot.web.public.words import format_ago, format_guide, format_month, format_span, format_time
from bot.workers.jobs import example
from render.text.words import describe_win, join_words
from render.view import Picture
from rules import GAMES

AT_HOME, ON_A_PAGE = 6, 12
"""Number of games shown: on the first page, and on a page of all games."""
BEST_AT_HOME = 10
"""Number of members in the ranking of the first page."""
KINDS = tuple(GAMES)


class PageData:
    """Collects the data of one server's pages."""

    def __init__(self, room: Room, site: Site) -> None:
        self._room, self._site, self._context = room, site, room.context
        self._now = room.context.clock()
        self._zone = find_zone(site.settings.time_zone or "UTC")
        self._members: Mapping[int, MemberRow] = {}
        self.stale: dict[int, str] = {}
        """The members whose names must be requested from Discord, with their stored names."""

    async def collect_home(self) -> dict[str, Any]:
        """Return the data of the first page: the latest games, the best of the ranking, and the records."""
        games = await open_list(self._room, self._site.shown, AT_HOME)
        memory = await self._remember()
        everybody = memory.list_best("", self._now)
        placed, ever = everybody[:BEST_AT_HOME], memory.list_best_ever()
        months = memory.list_best_of_months(self._now)[:1]
        rows = [*(each.rating for each in placed), *ever, *(row for _, row in months)]
        labels = await self._make_labels(games, rows, memory.feats)
        return {
            "games": [self._collect_card(game, labels) for game in games],
            "ranking": [self._collect_place(each, labels) for each in placed],
            "everybody": len(everybody),
            "ever": [self._collect_best(row, labels) for row in ever],
            "months": [self._collect_month(month, row, labels) for month, row in months],
            "feats": [self._collect_feat(feat, labels) for feat in memory.feats if feat.feat.title == "Most points"],
        }

    async def collect_games(self, before: Place | None, after: Place | None) -> dict[str, Any]:
        """Return a page of all games: the first one, or the one after or before a position in the list."""
        games = await open_list(self._room, self._site.shown, ON_A_PAGE + 1, before, after)
        is_first = before is None
        if after is not None and (is_first := len(games) <= ON_A_PAGE):
            games, after = await open_list(self._room, self._site.shown, ON_A_PAGE + 1), None
        elif before is not None and not games:
            raise NotShown("There is no such page.")
        shown = games[-ON_A_PAGE:] if after is not None else games[:ON_A_PAGE]
        labels = await self._make_labels(shown)
        return {
            "games": [self._collect_card(game, labels) for game in shown],
            "newer": "" if is_first else _format_place(shown[0]),
            "older": _format_place(shown[-1]) if after is not None or len(games) > ON_A_PAGE else "",
        }

    async def collect_game(self, game_id: int, turn: int | None) -> dict[str, Any]:
        """Return a game at a turn, by default the last one. A running game has only its newest board."""
        game = await open_game(self._room, self._site.shown, game_id)
        labels = Labels(game.named)
        replay = game.replay
        if replay is None and turn is not None:
            raise NotShown("A running game shows only its newest board.")
        last = 0 if replay is None else replay.last
        if replay is not None:
            turn = last if turn is None else turn
            if not 0 <= turn <= last:
                raise NotShown("The game has no such turn.")
        now = game.call(labels)
        then = game.call(labels, turn)
        if replay is not None:
            for each in range(last + 1):  # a player has the same label in all turns
                game.call(labels, each)
        alt = game.describe(turn, then)
        return {
            **self._collect_card(game, labels, alt=alt, turn=turn),
            "players": self._collect_players(game, now),
            "turn": turn,
            "last": last,
            "words": "" if turn is None else game.describe_turn(turn, then),
            "turns": [] if replay is None else [game.describe_turn(each, game.call(labels, each)) for each in range(last + 1)],
            "began": format_time(game.row.created_at, self._zone),
            "span": format_span(game.row.created_at, game.row.updated_at, self._zone),
        }

    async def collect_ranking(self, kind: str) -> dict[str, Any]:
        """Return all members with a place, and the computer players; ``kind`` empty: for all games."""
        memory = await self._remember()
        placed, computers = memory.list_best(kind, self._now), memory.list_computers(kind, self._now)
        labels = await self._make_labels(rows=[each.rating for each in placed])
        return {
            "kind": kind,
            "kinds": [(name, GAMES[name].title) for name in KINDS],
            "ranking": [self._collect_place(each, labels) for each in placed],
            "computers": [self._collect_place(each, labels) for each in computers],
        }

    async def collect_fame(self) -> dict[str, Any]:
        """Return the best of all time and of the months, the winners of leagues, and the records of each kind of game."""
        memory, winners = await self._remember(), await league_data.list_winners(self._context, self._site)
        ever, months = memory.list_best_ever(), memory.list_best_of_months(self._now)
        labels = await self._make_labels(rows=[*ever, *(row for _, row in months)], feats=memory.feats, winners=winners)
        kinds = [kind for kind in KINDS if any(feat.kind == kind for feat in memory.feats)]
        return {
            "ever": [self._collect_best(row, labels) for row in ever],
            "months": [self._collect_month(month, row, labels) for month, row in months],
            "seasons": [league_data.collect_winner(each, labels) for each in winners],
            "kinds": [
                (GAMES[kind].title, [self._collect_feat(feat, labels) for feat in memory.feats if feat.kind == kind])
                for kind in kinds
            ],
        }

    async def collect_leagues(self) -> dict[str, Any]:
        """Return the leagues."""
        return await league_data.collect_leagues(self._context, self._site)

    async def collect_season(self, league_id: int, number: int) -> dict[str, Any]:
        """Return the standings of a season of a league."""
        return await league_data.collect_season(self._context, self._site, league_id, number, self._zone)

    async def collect_statistics(self) -> dict[str, Any]:
        """Return statistics of all games, which name nobody."""
        shown, memory = self._site.shown, await self._remember()
        running = await self._context.db.read(lambda conn: store.count_games(conn, shown, "running"))
        over = await self._context.db.read(lambda conn: store.count_games(conn, shown, "over"))
        months = list(dropwhile(lambda month: not month[1], memory.months))
        most = max((number for _, number in months), default=0)
        return {
            "running": running,
            "over": over,
            "players": memory.players,
            "decisions": memory.decisions,
            "kinds": [(GAMES[each.kind].title, each) for each in memory.kinds],
            "months": [(format_month(month), number, 100 * number // max(1, most)) for month, number in months],
        }

    async def collect_all_rules(self) -> dict[str, Any]:
        """Return the games that can be played."""
        return {"kinds": [(kind, game.title, read_summary(kind)) for kind, game in GAMES.items()]}

    async def collect_rules(self, kind: str) -> dict[str, Any]:
        """Return the rules of a kind of game."""
        guide = read_guide_parts(kind).items()
        parts = [(title, format_guide(text)) for title, text in guide if title not in ("How to type", "Playing")]
        summary, alt = read_summary(kind), (await draw_example(self._room, kind, "light")).alt
        return {"kind": kind, "game": GAMES[kind].title, "summary": summary, "parts": parts, "alt": alt}

    async def _remember(self) -> Memory:
        memory = await self._room.remember(self._site.shown)
        self._members = memory.members
        return memory

    async def _make_labels(
        self,
        games: Sequence[ShownGame] = (),
        rows: Sequence[RatingRow] = (),
        feats: Sequence[Remembered] = (),
        winners: Sequence[Winner] = (),
    ) -> Labels:
        who = {row.who: row.name for row in rows} | {person.who: person.name for feat in feats for person in feat.persons}
        who |= dict(pair for each in winners for pair in zip(each.persons, each.names, strict=True))
        self.stale = find_stale(who, self._members, self._now)
        named = await find_named(self._context, self._site.shown.guild_id, who)
        return Labels(named.union(*(game.named for game in games)))

    def _collect_card(
        self, game: ShownGame, labels: Labels, *, alt: str | None = None, turn: int | None = None
    ) -> dict[str, Any]:
        """Return a game with its picture, its players and its score."""
        row, names = game.row, game.call(labels)
        numbers = "-".join(str(labels.number(who)) for who in game.list_holders(turn))
        picture = f"board/{row.id}/{NOW if turn is None else turn}.png?n={numbers}&v={game.log.version}"
        return {
            "id": row.id,
            "kind": row.kind,
            "title": game.title,
            "picture": picture,
            "alt": game.title if alt is None else alt,
            "players": self._collect_players(game, names),
            "stands": _describe_standing(game, names),
            "is_over": row.is_over,
            "ago": format_ago(row.updated_at, self._now),
            "at": format_time(row.updated_at, self._zone),
        }

    def _collect_players(self, game: ShownGame, names: Sequence[str]) -> list[dict[str, Any]]:
        over = game.row.is_over
        return [
            {"name": name, "score": score, "won": over and bool(game.row.players[seat].won), "moves": game.row.seat == seat}
            for seat, (name, score) in enumerate(zip(names, game.list_scores(), strict=True))
        ]

    def _collect_place(self, each: Listed, labels: Labels) -> dict[str, Any]:
        row = each.rating
        level = level_of(row.who)
        name = labels.call(row.who, row.name) if level is None else f"Level {level}"
        return {"place": each.place, "name": name, "points": row.points, "games": row.games, "wins": row.wins}

    def _collect_best(self, row: RatingRow, labels: Labels) -> dict[str, Any]:
        name = labels.call(row.who, row.name)
        return {"name": name, "points": row.best_points, "game": row.best_game}

    def _collect_month(self, month: str, row: RatingRow, labels: Labels) -> dict[str, Any]:
        name = labels.call(row.who, row.name)
        return {"month": format_month(month), "name": name, "points": row.points, "games": row.games}

    def _collect_feat(self, each: Remembered, labels: Labels) -> dict[str, Any]:
        who = join_words([labels.call(person.who, person.name) for person in each.persons])
        value = each.feat.format(each.value)
        return {"title": each.feat.title, "kind": GAMES[each.kind].title, "value": value, "who": who, "game": each.game_id}


COLLECTORS: Mapping[str, Callable[..., Awaitable[dict[str, Any]]]] = {
    "home": PageData.collect_home,
    "games": PageData.collect_games,
    "game": PageData.collect_game,
    "ranking": PageData.collect_ranking,
    "fame": PageData.collect_fame,
    "leagues": PageData.collect_leagues,
    "league": PageData.collect_season,
    "statistics": PageData.collect_statistics,
    "all_rules": PageData.collect_all_rules,
    "rules": PageData.collect_rules,
}
"""Template -> the function that collects its data."""


async def draw_example(room: Room, kind: str, theme: str) -> Picture:
    """Return the picture of the rules of a kind of game."""
    return await room.pictures.get((kind, theme), lambda: asyncio.to_thread(example, kind, theme))


def _format_place(game: ShownGame) -> str:
    """Return the position of a game in the list, in the form used in addresses."""
    return f"{game.row.updated_at}-{game.row.id}"


def _describe_standing(game: ShownGame, names: Sequence[str]) -> str:
    row = game.row
    if not row.is_over:
        return "" if row.seat is None else f"{names[row.seat]} to move"
    return describe_win([names[player.seat] for player in row.players if player.won] or ["Nobody"])
