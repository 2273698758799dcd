"""The words for a player's turn: on boards, in mentions and direct messages, in private answers."""

YOUR_TURN = "it is your turn"
STILL_YOUR_TURN = "it is still your turn"
"""In a reminder."""
IT_IS_YOUR_TURN = "It is your turn"
"""At the beginning of a sentence."""
