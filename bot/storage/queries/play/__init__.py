"""Games, their logs, premoves, proposals, drafts."""
