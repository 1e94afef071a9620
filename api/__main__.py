"""The program `lineworks`. Loading the commands takes long enough to be interrupted, too."""

from __future__ import annotations

from api.cli.exit_codes import interrupted


def main() -> None:
    try:
        from api.cli import main as cli  # noqa: PLC0415  # an interrupt while it is loaded must be caught here

        cli.main(prog_name="lineworks")
    except KeyboardInterrupt:
        interrupted()


if __name__ == "__main__":
    main()
