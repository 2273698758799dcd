"""The settings of servers (``server.py``) and of members (``member.py``), each declared once: field, label, words, control."""
