import { procedures } from '@magpie/contract';
import { optionsOf, outputs } from './callArguments.ts';
import { choicesOf, fieldSchemas } from './callInput.ts';
import type { Command } from './command.ts';
import { formatOption } from './options.ts';

/**
 * Maps the preceding words to possible next words: `''` is the start, `users` has subcommands, `call ads.search --platforms` has
 * values. Options are listed under the words and a hyphen: `call boards.create -`.
 */
export type CompletionWords = ReadonlyMap<string, readonly string[]>;

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
    for (const option of optionsOf(name, procedure)) {
      const values = choicesOf(schemas[option] ?? {});
      add(`call ${name} -`, formatOption(option));
      add(`call ${name} ${formatOption(option)}`, ...(option === 'output' ? outputs : values));
    }
  }
  return words;
}
