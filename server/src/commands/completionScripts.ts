import type { CompletionWords } from './completionWords.ts';

export const shells = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof shells)[number];

/** Of words that the shell leaves as they are: letters, digits and a few signs. */
export const completionScripts: Readonly<Record<Shell, (words: CompletionWords) => string>> = {
  bash: bashScript,
  zsh: (words) => `autoload -Uz bashcompinit && bashcompinit\n${bashScript(words)}`,
  fish: fishScript,
};

/** Also for zsh, which reads it through its bashcompinit. */
function bashScript(words: CompletionWords): string {
  const cases = [...words].map(([before, after]) => `    '${before}') echo '${after.join(' ')}' ;;`);
  return `_magpie_words() {
  case "$1" in
${cases.join('\n')}
  esac
}
_magpie() {
  local current="\${COMP_WORDS[COMP_CWORD]}" last="\${COMP_WORDS[COMP_CWORD-1]}"
  local first="\${COMP_WORDS[1]}" second="\${COMP_WORDS[2]}" found="" before=""
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
  elif [[ $COMP_CWORD -gt 2 && "$first" == call && "$current" != -* && "$last" == --* && "$last" != *=* ]]; then
    found="$(_magpie_words "call $second $last")"
  elif [[ "$current" == -* || ( $COMP_CWORD -gt 2 && "$first" == call ) ]]; then
    found="$(_magpie_words "$first $second -") $(_magpie_words "$first -")"
  elif [[ $COMP_CWORD -eq 2 ]]; then
    found="$(_magpie_words "$first")"
  fi
  COMPREPLY=($(compgen -P "$before" -W "$found" -- "$current"))
}
complete -o default -F _magpie magpie`;
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
  if test $count -eq 1
    __magpie_words ''
  else if test $count -gt 2 -a "$given[2]" = call -a -n "$option"
    printf "$option%s\\n" (__magpie_words call $given[3] (string trim -r -c = -- $option))
  else if test $count -gt 2 -a "$given[2]" = call; and not string match -q -- '-*' "$current"; and string match -qr -- '^--[^=]+$' "$given[-1]"
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
