import { nearest } from '@magpie/contract';

/** What is wrong with the words of a command, in one sentence. */
export interface Problem {
  readonly problem: string;
}

/** `--name value` or `--name=value`; by itself, `--name` is true where it may stand so, and else a value was forgotten. */
export function readOptions(
  words: readonly string[],
  known: readonly string[],
  mayStandAlone: (name: string) => boolean,
): { readonly values: Map<string, string[]> } | Problem {
  const values = new Map<string, string[]>();
  const waiting = [...words];
  for (let word = waiting.shift(); word !== undefined; word = waiting.shift()) {
    if (!/^--./.test(word)) {
      return { problem: 'An option begins with --, and a value with spaces needs quotes around it.' };
    }
    const [, written = '', inline] = /^--([^=]*)(?:=(.*))?$/s.exec(word) ?? [];
    const name = camelCase(written);
    if (!known.includes(name)) return { problem: noOption(written, known) };
    const isFollowed = waiting[0] !== undefined && !waiting[0].startsWith('--');
    const value = inline ?? (isFollowed ? waiting.shift() : mayStandAlone(name) ? 'true' : undefined);
    if (value === undefined) {
      return {
        problem: `${asTyped(name)} needs a value; write ${asTyped(name)}= before one that is empty or begins with --.`,
      };
    }
    values.set(name, [...(values.get(name) ?? []), value]);
  }
  return { values };
}

/** An option as people write it. */
export function asTyped(option: string): string {
  return option === 'dryRun' ? '--dry-run' : `--${option}`;
}

/** Options are also understood as `--access-token`. */
function camelCase(written: string): string {
  return written.replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

function noOption(written: string, known: readonly string[]): string {
  // A secret that begins with two hyphens is taken for an option; it seldom has only letters.
  const isName = /^[a-z][a-z-]{0,29}$/i.test(written);
  const option = isName ? `option '--${written}'` : 'such option';
  const meant = nearest(written, known) ?? (isName ? longerForm(written, known) : undefined);
  return meant === undefined
    ? `There is no ${option}; there are ${known.map(asTyped).join(', ')}.`
    : `There is no ${option}; did you mean '${asTyped(meant)}'?`;
}

/** `accessToken` for `token`. */
function longerForm(written: string, known: readonly string[]): string | undefined {
  const part = camelCase(written).toLowerCase();
  return part.length < 3 ? undefined : known.find((name) => name.toLowerCase().includes(part));
}
