"""Names, limits, messages and the rosbridge wire. It touches no clock, socket or process."""
