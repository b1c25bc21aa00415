"""The descent that takes longest: it makes all steps that a descent may make."""

DESCENT = "/ik/clamped_descent"
LONGEST_DESCENT = {
    "lengths": [1, 1, 1],
    "target": {"x": 5, "y": 5},
    "start": [0.1, 0.2, 0.3],
    "limits": [[-3, 3]] * 3,
    "alpha": 1e-9,
    "tol": 0,
    "stall": 0,
    "max_iters": 10_000,
}
