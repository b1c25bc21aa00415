"""The part of the gateway that handles connections of clients: reading, turns and writing."""

import sys

# asyncio imports ssl if it is there, which takes 3 MB of memory. Our sockets are not encrypted, and
# asyncio works without ssl, as in a Python that was built without it. So ssl is hidden meanwhile.
if "ssl" not in sys.modules:
    sys.modules["ssl"] = None  # type: ignore[assignment]
    import asyncio as asyncio

    del sys.modules["ssl"]
