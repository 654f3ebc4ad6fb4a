import { procedures } from '@magpie/contract';
import { flags, listOptions, outputs } from './callArguments.ts';
import { listChoices, fieldSchemas } from './callInput.ts';
import { type Command, type LocalCommand, formatOption } from './command.ts';

const shells = ['bash', 'zsh', 'fish'] as const;
type Shell = (typeof shells)[number];

/** Takes a function, because the list of all commands includes this one. */
export function completionCommand(all: () => readonly Command[]): LocalCommand {
  return {
    name: 'completion',
    usage: `completion <${shells.join('|')}>`,
    summary: 'Print a shell completion script for commands, procedures and their options.',
    details: `For the current session: source <(magpie completion bash). To make it permanent, add that line to ~/.bashrc, or with zsh to
~/.zshrc after compinit; for fish: magpie completion fish > ~/.config/fish/completions/magpie.fish. The script completes the command
magpie, which npm link creates from a clone. Generate it again after an upgrade.`,
    prepareLocally: ([name, ...more]) => {
      const shell = shells.find((known) => known === name);
      if (shell === undefined || more.length > 0)
        return { problem: `Expected one shell: ${shells.join(', ')}.` };
      return async (_access, { print }) => {
        print(completionScripts[shell](completionWords(all())));
        return 0;
      };
    },
  };
}

/**
 * Maps the preceding words to possible next words: `''` is the start, `users` has subcommands, `call ads.search --platforms` has
 * values. Options are listed under the words and a hyphen: `call boards.create -`.
 */
type CompletionWords = ReadonlyMap<string, readonly string[]>;

export function completionWords(commands: readonly Command[]): CompletionWords {
  const words = new Map<string, string[]>();
  const add = (before: string, ...after: string[]): void => {
    if (after.length > 0) words.set(before, [...new Set([...(words.get(before) ?? []), ...after])]);
  };
  add('', 'serve', 'help', '--help');
  for (const { name, usage, details } of commands) {
    const [first = '', ...second] = name.split(' ');
    add('', first);
    add(first, ...second);
    // The usage lists the options, or refers to the details with [options]; choices are written as <one|other>.
    const text = usage.includes('[options]') && typeof details === 'string' ? usage + details : usage;
    add(`${name} -`, ...(text.match(/--[a-z][\w-]*/gi) ?? []));
    add(`${first} -`, '--help');
    add(name, ...(/<(\w+(?:\|\w+)+)>/.exec(usage)?.[1]?.split('|') ?? []));
  }
  for (const [name, procedure] of procedures) {
    const schemas = fieldSchemas(procedure);
    add('call', name);
    for (const option of listOptions(name, procedure)) {
      const values = listChoices(schemas[option] ?? {});
      add(`call ${name} -`, formatOption(option));
      add(`call ${name} ${formatOption(option)}`, ...(option === 'output' ? outputs : values));
    }
  }
  return words;
}

/** The words need no quoting: they contain only letters, digits and a few safe characters. */
export const completionScripts: Readonly<Record<Shell, (words: CompletionWords) => string>> = {
  bash: (words) => `${bashScript(words)}\ncomplete -o default -F _magpie magpie`,
  zsh: zshScript,
  fish: fishScript,
};

const typedFlags = flags.map(formatOption).join(' ');

/** Also used by zsh, through bashcompinit. */
function bashScript(words: CompletionWords): string {
  const cases = [...words].map(([before, after]) => `    '${before}') echo '${after.join(' ')}' ;;`);
  return `_magpie_words() {
  case "$1" in
${cases.join('\n')}
  esac
}
_magpie() {
  local current="\${COMP_WORDS[COMP_CWORD]}" last="\${COMP_WORDS[COMP_CWORD-1]}"
  local first="\${COMP_WORDS[1]}" second="\${COMP_WORDS[2]}" found="" before="" flags=" ${typedFlags} "
  # Bash takes --option=value apart, zsh does not.
  if [[ "$current" == --*=* ]]; then
    last="\${current%%=*}"; before="$last="; current="\${current#*=}"
  elif [[ "$current" == = ]]; then
    current=""
  elif [[ "$last" == = ]]; then
    last="\${COMP_WORDS[COMP_CWORD-2]}"
  fi
  if [[ $COMP_CWORD -eq 1 ]]; then
    found="$(_magpie_words "")"
  elif [[ $COMP_CWORD -gt 2 && "$first" == call && "$current" != -* && "$last" == --* && "$last" != *=* && "$flags" != *" $last "* ]]; then
    found="$(_magpie_words "call $second $last")"
  elif [[ "$current" == -* || ( $COMP_CWORD -gt 2 && "$first" == call ) ]]; then
    found="$(_magpie_words "$first $second -") $(_magpie_words "$first -")"
  elif [[ $COMP_CWORD -eq 2 ]]; then
    found="$(_magpie_words "$first")"
  fi
  COMPREPLY=($(compgen -P "$before" -W "$found" -- "$current"))
}`;
}

/** In zsh, unlike bash, `@file` is a single word, so files need their own completion. */
function zshScript(words: CompletionWords): string {
  return `autoload -Uz bashcompinit && bashcompinit
${bashScript(words)}
_magpie_or_file() {
  if [[ $words[2] == call ]] && compset -P '(--*=|)@'; then _files; else _bash_complete -o default -F _magpie; fi
}
compdef _magpie_or_file magpie`;
}

function fishScript(words: CompletionWords): string {
  const cases = [...words].map(
    ([before, after]) => `    case '${before}'\n      string split -- ' ' '${after.join(' ')}'`,
  );
  return `function __magpie_words
  switch "$argv"
${cases.join('\n')}
  end
end
function __magpie_complete
  set -l given (commandline -opc)
  set -l current (commandline -ct)
  set -l count (count $given)
  set -l option (string match -r -- '^--[^=]+=' "$current")
  set -l file (string match -r -- '^(?:--[^=]+=)?@' "$current")
  if test $count -eq 1
    __magpie_words ''
  else if test "$given[2]" = call -a -n "$file"
    printf "$file%s\\n" (__fish_complete_path (string replace -- "$file" '' "$current"))
  else if test $count -gt 2 -a "$given[2]" = call -a -n "$option"
    printf "$option%s\\n" (__magpie_words call $given[3] (string trim -r -c = -- $option))
  else if test $count -gt 2 -a "$given[2]" = call; and not string match -q -- '-*' "$current"; and string match -qr -- '^--[^=]+$' "$given[-1]"; and not contains -- "$given[-1]" ${typedFlags}
    __magpie_words call $given[3] $given[-1]
  else if string match -q -- '-*' "$current"; or test $count -gt 2 -a "$given[2]" = call
    __magpie_words $given[2..3] -
    __magpie_words $given[2] -
  else if test $count -eq 2
    __magpie_words $given[2]
  end
end
complete -c magpie -e
complete -c magpie -f -n 'test -n "$(__magpie_complete)"' -a '(__magpie_complete)'`;
}
