"""The part of the gateway that handles connections of clients: reading, turns and writing."""

import sys

# asyncio imports ssl where it can, which takes 3 MB. Our sockets are never encrypted, and asyncio
# works without it, as in a Python that was built without ssl.
if "ssl" not in sys.modules:
    sys.modules["ssl"] = None  # type: ignore[assignment]
    import asyncio as asyncio

    del sys.modules["ssl"]
