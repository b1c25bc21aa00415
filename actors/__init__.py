"""The nodes, one file each, and the folders with the code that they use."""

import os

# This is set before numpy is imported, so that its libraries start no threads. A fork copies no
# threads, and an actor could wait for ever for a lock that one of them held.
for _library in ("OPENBLAS", "OMP", "MKL"):
    os.environ[f"{_library}_NUM_THREADS"] = "1"
