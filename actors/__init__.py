"""The nodes, one file each, and the folders that they are made from."""

import os

# Set before numpy is imported: threads of its libraries would be missing in every forked actor, and
# the locks that they held would stay shut.
for _library in ("OPENBLAS", "OMP", "MKL"):
    os.environ[f"{_library}_NUM_THREADS"] = "1"
