"""The command cluster keys."""

from __future__ import annotations

import os
from datetime import UTC, datetime, timedelta
from pathlib import Path

import click
from click.exceptions import Exit
from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from api.cli.exit_codes import BAD
from api.cli.settings import settings_in_force
from api.service.cluster_keys import ClusterKeys
from api.service.settings import variable

# Machines whose clocks differ a little agree that a certificate is valid.
_LIFETIME, _CLOCK_DIFFERENCE = timedelta(days=3653), timedelta(days=1)


@click.command()
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False), required=False)
def keys(folder: Path | None) -> None:
    """Make the keys of a cluster in FOLDER, by default the folder that LINEWORKS_CLUSTER_KEYS names.

    All machines of the cluster share one certificate and its key, valid for ten years. The key that signed
    the certificate is not kept, so that nobody can make another certificate for this cluster. To shut a
    machine out, make new keys for the others.
    """
    target = ClusterKeys(folder or settings_in_force().cluster_keys)
    existing = [str(file) for file in target.files if os.path.lexists(file)]
    if existing:
        click.echo(f"Error: there are keys already: {', '.join(existing)}", err=True)
        raise Exit(BAD)
    # An existing folder may hold other things, and is left as open as it is: the key is closed in any case.
    target.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    _write(target)
    click.echo(
        f"Keys of a cluster: {target.folder}\n"
        "Whoever has them can run code on all its machines. Copy the folder to each machine safely,\n"
        f"keep it closed to other users there, and let {variable('cluster_keys')} name it."
    )


def _write(target: ClusterKeys) -> None:
    now = datetime.now(UTC)
    ca_key, key = (ec.generate_private_key(ec.SECP256R1()) for _ in range(2))
    ca_name = _name("lineworks cluster CA")
    ca = (
        _certificate(ca_name, ca_name, ca_key.public_key(), now)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .add_extension(_usage(signs_certificates=True), critical=True)
        .sign(ca_key, SHA256())
    )
    purposes = [ExtendedKeyUsageOID.SERVER_AUTH, ExtendedKeyUsageOID.CLIENT_AUTH]
    certificate = (
        _certificate(_name("lineworks cluster"), ca_name, key.public_key(), now)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(_usage(signs_certificates=False), critical=True)
        .add_extension(x509.ExtendedKeyUsage(purposes), critical=False)
        .add_extension(
            x509.AuthorityKeyIdentifier.from_issuer_public_key(ca_key.public_key()), critical=False
        )
        .sign(ca_key, SHA256())
    )
    _write_file(target.ca, ca.public_bytes(Encoding.PEM), 0o644)
    _write_file(target.certificate, certificate.public_bytes(Encoding.PEM), 0o644)
    _write_file(target.key, key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()), 0o600)


def _name(name: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])


def _certificate(
    subject: x509.Name, issuer: x509.Name, key: ec.EllipticCurvePublicKey, now: datetime
) -> x509.CertificateBuilder:
    return (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(issuer)
        .public_key(key)
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - _CLOCK_DIFFERENCE)
        .not_valid_after(now + _LIFETIME)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key), critical=False)
    )


def _usage(signs_certificates: bool) -> x509.KeyUsage:
    return x509.KeyUsage(
        digital_signature=not signs_certificates,
        key_cert_sign=signs_certificates,
        crl_sign=signs_certificates,
        content_commitment=False,
        key_encipherment=False,
        data_encipherment=False,
        key_agreement=False,
        encipher_only=False,
        decipher_only=False,
    )


def _write_file(path: Path, content: bytes, mode: int) -> None:
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode), "wb") as file:
        file.write(content)
