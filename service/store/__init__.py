"""The store: the only room that talks to Redis. It sees bytes and whole numbers, never a game.

`Store` reads and changes games, each change in one atomic script; `connect` makes its client;
`embedded` runs a private server where there is none. The keys and their lives stand in `keys`.
"""

from service.store.connection import connect
from service.store.link import StoreUnavailable
from service.store.redis_store import Store
from service.store.stored import Change, Kept, Listed, Stored

__all__ = ["Change", "Kept", "Listed", "Store", "StoreUnavailable", "Stored", "connect"]
