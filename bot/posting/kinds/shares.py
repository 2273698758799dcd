"""Posts that members share: one turn of a game as a picture, or the whole game as an animation."""

from __future__ import annotations

from bot.posting.kinds.base import Composed, PostKind
from bot.presentation.replay import load_replay
from bot.storage.queries.channels.posts import Post
from bot.ui.framework import themes
from bot.ui.framework.app import App
from bot.ui.framework.reply import Reply
from bot.ui.messages import picture
from bot.ui.statistics import stepper
from bot.usecases.statistics.replays import REPLAY
from bot.workers.pool import THE_BOT


class SharePost(PostKind):
    """A shared picture or animation."""

    changes = False
    is_plain = False

    async def compose(self, app: App, post: Post) -> Composed:
        """Return the same picture that the member saw when sharing it, in the server's theme."""
        source, version, scene = post.payload["source"], post.payload["version"], post.payload["scene"]
        replay = await load_replay(app.context, post.guild_id, source, version)
        theme = await themes.of_server(app, post.guild_id)
        name = f"{source}-{scene}-{post.id}"
        if scene == REPLAY:
            file = await picture.draw_replay(app, replay, THE_BOT, theme, f"{name}.gif")
            return Composed(file.name, Reply(stepper.write_replay_text(replay), files=(file,)))
        scene = min(scene, replay.last)
        file = await stepper.draw_scene(replay, scene, theme, f"{name}.png")
        return Composed(file.name, Reply(await stepper.write_text(app, replay, scene), files=(file,)))
