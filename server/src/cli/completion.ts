import type { BesideCommand, Command } from './command.ts';
import { completionScripts, type Shell, shells } from './completionScripts.ts';
import { completionWords } from './completionWords.ts';

/** It completes all commands, itself included, which know of it in turn. */
export function completionCommand(all: () => readonly Command[]): BesideCommand {
  return {
    name: 'completion',
    usage: `completion <${shells.join('|')}>`,
    summary: 'Print a script with which a shell completes commands, procedures and their options.',
    details: `For this session: source <(magpie completion bash). For every one, put that line into ~/.bashrc, or ~/.zshrc with zsh after compinit;
for fish: magpie completion fish > ~/.config/fish/completions/magpie.fish. It completes the command magpie, which npm link
makes of a clone. What it knows is in the script: print it again after an upgrade.`,
    check: ([shell, ...more]) => {
      if (more.length === 0 && isShell(shell)) return null;
      return `Name one shell: ${shells.join(', ')}.`;
    },
    runBeside: async (_reach, [shell], { say }) => {
      if (isShell(shell)) say(completionScripts[shell](completionWords(all())));
      return 0;
    },
  };
}

function isShell(name: string | undefined): name is Shell {
  return shells.some((shell) => shell === name);
}
