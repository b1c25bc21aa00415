"""Motions of the arm, planned and followed: pure, so that a rehearsal is the motion itself on a copy of the arm."""
