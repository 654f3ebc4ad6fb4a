import { closestName } from '@magpie/contract';
import type { Problem } from './command.ts';

/** Parses `--name value` and `--name=value`. A flag without a value is true; for other options that is an error. */
export function readOptions(
  words: readonly string[],
  known: readonly string[],
  isFlag: (name: string) => boolean,
): { readonly values: Map<string, string[]> } | Problem {
  const values = new Map<string, string[]>();
  const waiting = [...words];
  for (let word = waiting.shift(); word !== undefined; word = waiting.shift()) {
    if (!/^--./.test(word)) {
      return { problem: 'Options start with --, and values with spaces must be quoted.' };
    }
    const [, written = '', inline] = /^--([^=]*)(?:=(.*))?$/s.exec(word) ?? [];
    const name = camelCase(written);
    if (!known.includes(name)) return { problem: unknownOption(written, known) };
    const isFollowed = waiting[0] !== undefined && !waiting[0].startsWith('--');
    const value = inline ?? (isFollowed ? waiting.shift() : isFlag(name) ? 'true' : undefined);
    if (value === undefined) {
      return {
        problem: `${formatOption(name)} needs a value; use ${formatOption(name)}=<value> if it is empty or starts with --.`,
      };
    }
    values.set(name, [...(values.get(name) ?? []), value]);
  }
  return { values };
}

export function formatOption(option: string): string {
  return option === 'dryRun' ? '--dry-run' : `--${option}`;
}

/** Also accepts kebab case: `--access-token`. */
function camelCase(written: string): string {
  return written.replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

function unknownOption(written: string, known: readonly string[]): string {
  // Do not echo what may be a secret that starts with two hyphens; those rarely consist of letters only.
  const isName = /^[a-z][a-z-]{0,29}$/i.test(written);
  const option = isName ? ` '--${written}'` : '';
  const meant = closestName(written, known) ?? (isName ? longerForm(written, known) : undefined);
  return meant === undefined
    ? `Unknown option${option}; available: ${known.map(formatOption).join(', ')}.`
    : `Unknown option${option}; did you mean '${formatOption(meant)}'?`;
}

/** `accessToken` for `token`. */
function longerForm(written: string, known: readonly string[]): string | undefined {
  const part = camelCase(written).toLowerCase();
  return part.length < 3 ? undefined : known.find((name) => name.toLowerCase().includes(part));
}
