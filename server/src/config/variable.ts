import { baseUrl, idAndSecret, matching, oneOf, wholeNumber } from './values.ts';

/** One environment variable: how to parse it, and how to document it. */
export interface Variable<Value> {
  readonly name: string;
  readonly meaning: string;
  /** What a valid value looks like, to complete "expected …". */
  readonly expected: string;
  /** The default in words, as docs/configuration.md shows it. */
  readonly fallbackText: string;
  readonly fallback: () => Value;
  /** Returns undefined when the text is invalid. */
  readonly parse: (text: string) => Value | undefined;
  /** A secret value never appears in a message. */
  readonly secret?: true;
}

export const variable = <Value>(definition: Variable<Value>): Variable<Value> => definition;

/** Null by default. */
export function optionalVariable<Value>(
  definition: Omit<Variable<Value>, 'fallback' | 'fallbackText'> & { readonly fallbackText?: string },
): Variable<Value | null> {
  return { fallbackText: 'none', ...definition, fallback: () => null };
}

export function numberVariable(
  name: string,
  { min, max, fallback }: { readonly min: number; readonly max: number; readonly fallback: number },
  meaning: string,
): Variable<number> {
  return {
    name,
    meaning,
    expected: `a whole number from ${min} to ${max}`,
    fallbackText: `\`${fallback}\``,
    fallback: () => fallback,
    parse: wholeNumber(min, max),
  };
}

export function choiceVariable<Word extends string>(
  name: string,
  words: readonly Word[],
  fallback: Word,
  meaning: string,
): Variable<Word> {
  return {
    name,
    meaning,
    expected: `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`,
    fallbackText: `\`${fallback}\``,
    fallback: () => fallback,
    parse: oneOf(...words),
  };
}

export function urlVariable(name: string, fallbackText: string, meaning: string): Variable<string | null> {
  const expected = 'an http or https address without a user, password or query';
  return optionalVariable({ name, meaning, expected, fallbackText, parse: baseUrl });
}

export function modelVariable(name: string): Variable<string | null> {
  return optionalVariable({
    name,
    meaning: 'Model to use at that service.',
    expected: 'the name of a model: 1 to 200 printable characters',
    parse: matching(/^[\x21-\x7e]{1,200}$/),
  });
}

export function apiKeyVariable(name: string): Variable<string | null> {
  return optionalVariable({
    name,
    meaning: 'API key for that service.',
    expected: '1 to 1000 printable characters',
    parse: matching(/^[\x21-\x7e]{1,1000}$/),
    secret: true,
  });
}

export function oauthClient(name: string, provider: string): Variable<{ id: string; secret: string } | null> {
  return optionalVariable({
    name,
    meaning: `Client at ${provider} that people may sign in through, as \`id:secret\`.`,
    expected: 'the id and the secret of a client, as id:secret',
    parse: idAndSecret,
    secret: true,
  });
}
