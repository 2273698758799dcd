"""What is done once before the first process of the bot is forked off, so that each of them starts in no time.

Everything is imported, and what a bot makes once and keeps is made. No thread runs here and no file is open.
"""

from __future__ import annotations

import discord
import pytest  # noqa: F401 - a forked process looks at its parent's main module, which is pytest

import tests.crash.child  # noqa: F401
from bot import create_bot
from bot.settings import Settings
from bot.storage import migrate
from render import picture
from render.view import View
from rules.pastures import PASTURES

discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False  # the bot never speaks
migrate.revisions()
picture(PASTURES.start(2), View(("Ada", "Björn"), "dark"))
create_bot(Settings(_env_file=None, discord_token="none"))
