"""Arms with one deliberate fault each, made by small changes to ours, to try the grader on."""
