import type { LocalCommand, Command } from './command.ts';
import { completionScripts, type Shell, shells } from './completionScripts.ts';
import { completionWords } from './completionWords.ts';

/** Takes a function, because the list of all commands includes this one. */
export function completionCommand(all: () => readonly Command[]): LocalCommand {
  return {
    name: 'completion',
    usage: `completion <${shells.join('|')}>`,
    summary: 'Print a shell completion script for commands, procedures and their options.',
    details: `For the current session: source <(magpie completion bash). To make it permanent, add that line to ~/.bashrc, or with zsh to
~/.zshrc after compinit; for fish: magpie completion fish > ~/.config/fish/completions/magpie.fish. The script completes the command
magpie, which npm link creates from a clone. Generate it again after an upgrade.`,
    check: ([shell, ...more]) => {
      if (more.length === 0 && isShell(shell)) return null;
      return `Expected one shell: ${shells.join(', ')}.`;
    },
    runLocally: async (_access, [shell], { print }) => {
      if (isShell(shell)) print(completionScripts[shell](completionWords(all())));
      return 0;
    },
  };
}

function isShell(name: string | undefined): name is Shell {
  return shells.some((shell) => shell === name);
}
