"""The services under /rosapi: what clients ask about topics, services, nodes, types and parameters.

Nothing here is imported before a client calls one of them.
"""
