"""Addresses of clients: an IPv4 address, or the /64 network of an IPv6 address, counts as one client."""

from __future__ import annotations

from functools import lru_cache
from ipaddress import IPv4Address, IPv6Network, ip_address


@lru_cache(4096)
def client_at(text: str) -> str:
    """Returns the client at an address; a text that is no address is its own."""
    try:
        # An address of one link may name its interface.
        address = ip_address(text.partition("%")[0])
    except ValueError:
        return text
    if isinstance(address, IPv4Address) or address.is_loopback:
        return str(address)
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return str(IPv6Network((address, 64), strict=False))


@lru_cache(4096)
def is_loopback(client: str) -> bool:
    """Whether a client is on this machine; one that has no address came over a Unix socket."""
    try:
        return not client or ip_address(client_at(client)).is_loopback
    except ValueError:
        return False
