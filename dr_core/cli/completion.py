"""`dr completion`: the script that lets a shell complete commands, options, plugins and runs."""

from __future__ import annotations

import click


@click.command(name="completion")
@click.argument("shell", type=click.Choice(["bash", "fish", "zsh"]))
def command(shell: str) -> None:
    """Print the completion script of SHELL.

    Turn it on with `eval "$(dr completion bash)"` in ~/.bashrc, the same with zsh in ~/.zshrc, or
    `dr completion fish > ~/.config/fish/completions/dr.fish`.
    """
    from click.shell_completion import get_completion_class

    from dr_core.cli import dr

    kind = get_completion_class(shell)
    assert kind is not None
    complete = kind(dr, {}, "dr", "_DR_COMPLETE")
    click.echo(complete.source_template % complete.source_vars())
