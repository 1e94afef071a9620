"""How the parts of a cluster prove to each other that they belong to it."""

from __future__ import annotations

from pathlib import Path

from distributed.security import Security

from api.service.cluster_keys import ClusterKeys


def security_of(address: str, folder: Path) -> Security | None:
    """Returns the keys in a folder for all roles of dask; None for tcp://, which is for one machine alone."""
    if address.startswith("tcp://"):
        return None
    keys = ClusterKeys(folder)
    cert, key = str(keys.certificate), str(keys.key)
    return Security(
        require_encryption=True,
        tls_ca_file=str(keys.ca),
        tls_client_cert=cert,
        tls_client_key=key,
        tls_scheduler_cert=cert,
        tls_scheduler_key=key,
        tls_worker_cert=cert,
        tls_worker_key=key,
    )
