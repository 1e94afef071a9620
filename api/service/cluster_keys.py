"""The keys of a cluster: a certificate that all its machines share, by which they know each other."""

from __future__ import annotations

import ssl
from dataclasses import dataclass
from pathlib import Path

from api.service.settings import Settings, WrongSettings, variable

_MAKE = "`lineworks cluster keys` makes the keys of a cluster, which each of its machines needs"


@dataclass(frozen=True)
class ClusterKeys:
    """The files in a folder of keys."""

    folder: Path

    @property
    def ca(self) -> Path:
        return self.folder / "ca.pem"

    @property
    def certificate(self) -> Path:
        return self.folder / "cert.pem"

    @property
    def key(self) -> Path:
        return self.folder / "key.pem"

    @property
    def files(self) -> tuple[Path, Path, Path]:
        return self.ca, self.certificate, self.key

    def problem(self) -> str | None:
        """Returns what is wrong with the files, in a line; None where they can be used."""
        try:
            for file in self.files:
                file.read_bytes()
            if self.key.stat().st_mode & 0o007:
                return f"{self.key}: other users can read it or write to it; close it with chmod 600"
        except OSError as e:
            return f"{e.filename}: {e.strerror}; {_MAKE}"
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        try:
            file = self.ca
            context.load_verify_locations(self.ca)
            file = self.certificate
            context.load_cert_chain(self.certificate, self.key)
        except ssl.SSLError as e:
            return f"{file}: not a key of a cluster ({e.reason}); {_MAKE}"
        return None


def check_cluster(settings: Settings) -> str | None:
    """Returns a warning about the cluster that is set, if there is one; WrongSettings where its keys are."""
    if settings.cluster is None:
        return None
    if settings.cluster.startswith("tcp://"):
        return f"{variable('cluster')}: any local user can run code as this user through {settings.cluster}"
    problem = ClusterKeys(settings.cluster_keys).problem()
    if problem is not None:
        raise WrongSettings(f"{variable('cluster_keys')}: {problem}")
    return None
