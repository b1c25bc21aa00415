"""Grades any implementation of the Pendularm contract from outside, over its port.

It needs the standard library only. See README.md in this folder.
"""
