"""Names, limits, messages and the rosbridge wire. Nothing here touches a clock, socket or process."""
