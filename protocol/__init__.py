"""What is said: names, limits, messages and the rosbridge wire. Pure: no clock, socket, process or global."""
