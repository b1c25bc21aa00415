"""How clients are let in: their connections, for the gateway."""
