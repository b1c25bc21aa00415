"""How clients are let in: their connections, their turns, and what they are sent."""
