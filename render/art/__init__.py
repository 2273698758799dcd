"""Art: functions that return display lists (``render.art.shapes``), one module per subject."""
