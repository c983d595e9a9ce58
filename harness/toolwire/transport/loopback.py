"""Which hosts are this machine: what is sent there never leaves it."""

from __future__ import annotations

from ipaddress import IPv6Address, ip_address


def loopback(host: str) -> bool:
    """Return whether a host is this machine by its very name.

    Not those of private networks, and no name but `localhost`: where another leads is up to
    whoever answers for names.
    """
    try:
        address = ip_address(host)
    except ValueError:
        return host.lower().rstrip(".") == "localhost"
    mapped = address.ipv4_mapped if isinstance(address, IPv6Address) else None
    return (mapped or address).is_loopback
