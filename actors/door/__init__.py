"""The part of the gateway that handles connections of clients: reading, turns and writing."""
