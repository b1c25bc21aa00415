"""Counts the bytes that are kept for clients, and says which connections must be closed.

Each connection has an account of all bytes that are kept for it: unfinished input, names and ids,
arguments of calls in flight, and lines that wait to be sent. A line that waits for many clients is
the same object for all of them. It counts in full for each client, but once in the total.
"""

from protocol import limits


class Budget:
    """The accounts of all connections."""

    def __init__(self) -> None:
        self.total = 0  # bytes
        self._accounts: dict[int, Account] = {}  # by session
        self._holders: dict[int, int] = {}  # how many accounts hold a line, by the id of the object

    def open(self, session: int) -> "Account":
        """Open the account of a new connection."""
        account = Account(self)
        self._accounts[session] = account
        return account

    def close(self, session: int) -> None:
        """Close the account of a connection that has ended. Its lines must have been released."""
        account = self._accounts.pop(session)
        account.add(-account.bytes)

    def excess(self) -> tuple[int, str] | None:
        """Return a session whose connection must be closed, and why. None if all is well."""
        if self.total <= limits.CLIENT_BYTES:
            return None  # no account can be larger
        session = max(self._accounts, key=lambda number: self._accounts[number].bytes)
        held = self._accounts[session].bytes
        if held > limits.CLIENT_BYTES:
            return session, f"more than {limits.CLIENT_BYTES} bytes are kept for this connection"
        if self.total > limits.ALL_CLIENTS_BYTES:
            return session, f"too much memory is in use, of which {held} bytes for this connection"
        return None

    def hold(self, line: bytes) -> None:
        """Count a line that is kept, unless another account keeps it too."""
        holders = self._holders.get(id(line), 0)
        self._holders[id(line)] = holders + 1
        if not holders:
            self.total += len(line)

    def release(self, line: bytes) -> None:
        """Stop counting a line when the last account has released it."""
        holders = self._holders[id(line)] - 1
        if holders:
            self._holders[id(line)] = holders
        else:
            del self._holders[id(line)]
            self.total -= len(line)


class Account:
    """The bytes that are kept for one connection."""

    def __init__(self, budget: Budget):
        self.bytes = 0
        self._budget = budget

    def add(self, count: int) -> None:
        """Count bytes that are kept only for this connection; a negative count releases them."""
        self.bytes += count
        self._budget.total += count

    def hold(self, line: bytes) -> None:
        """Count a line that is kept for this connection, and perhaps for others."""
        self.bytes += len(line)
        self._budget.hold(line)

    def release(self, line: bytes) -> None:
        """Stop counting a line."""
        self.bytes -= len(line)
        self._budget.release(line)
