"""Names, limits, messages and the rosbridge protocol.

The code in this folder is pure: it uses no clock, no socket, no process and no global state.
"""
