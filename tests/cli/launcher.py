"""``python -m bot`` with its client pointed at a Discord of the test's own: ``launcher.py API GATEWAY [command …]``."""

from __future__ import annotations

import runpy
import sys

import discord
import yarl

_, api, gateway, *arguments = sys.argv
discord.http.Route.BASE = api
discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(gateway)
sys.argv = ["bot", *arguments]
runpy.run_module("bot", run_name="__main__")
