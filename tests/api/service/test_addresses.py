"""Tests which addresses count as one client, and which are on this machine."""

from __future__ import annotations

import pytest

from api.service.addresses import client_at, is_loopback


@pytest.mark.parametrize(
    ("address", "client"),
    [("127.0.0.2", "127.0.0.2"), ("::1", "::1"), ("::ffff:127.0.0.1", "127.0.0.1"),
     ("192.0.2.1", "192.0.2.1"), ("::ffff:192.0.2.1", "192.0.2.1"),
     ("2001:db8:1:2:3::4", "2001:db8:1:2::/64"), ("fe80::1%eth0", "fe80::/64"), ("somebody", "somebody")],
)  # fmt: skip
def test_the_client_at_an_address(address: str, client: str) -> None:
    assert client_at(address) == client


@pytest.mark.parametrize("client", ["127.0.0.1", "127.9.9.9", "::1", "::ffff:127.0.0.1", ""])
def test_this_machine(client: str) -> None:
    assert is_loopback(client)


@pytest.mark.parametrize("client", ["10.0.0.1", "::ffff:10.0.0.1", "2001:db8::/64", "somebody", "localhost"])
def test_other_machines(client: str) -> None:
    assert not is_loopback(client)
