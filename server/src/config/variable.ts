import { isIP } from 'node:net';
import { parseUrl } from '@magpie/contract/values/parseUrl';

/** Parsers for values of environment variables. Each returns undefined when the text is invalid. */

export function wholeNumber(min: number, max: number): (text: string) => number | undefined {
  return (text) => {
    const value = Number(text);
    return /^\d+$/.test(text) && value >= min && value <= max ? value : undefined;
  };
}

export function matching(pattern: RegExp): (text: string) => string | undefined {
  return (text) => (pattern.test(text) ? text : undefined);
}

export function urlWithProtocol(protocols: readonly string[]): (text: string) => string | undefined {
  return (text) => {
    const url = parseUrl(text);
    return url !== null && protocols.includes(url.protocol) ? text : undefined;
  };
}

export function clickhouseAddress(text: string): string | undefined {
  const address = urlWithProtocol(['http:', 'https:'])(text);
  return address !== undefined && /^\w+:\/\/[^/?#]+(\/[\w-]*)?$/.test(address) ? address : undefined;
}

export function redisAddress(text: string): string | undefined {
  const address = urlWithProtocol(['redis:', 'rediss:'])(text);
  return address !== undefined && /^\w+:\/\/[^/?#]+(\/\d*)?$/.test(address) ? address : undefined;
}

export function baseUrl(text: string): string | undefined {
  const url = parseUrl(text);
  if (url === null || !/^https?:$/.test(url.protocol)) return undefined;
  const isPlain = [url.username, url.password, url.search, url.hash].every((part) => part === '');
  return isPlain ? url.href.replace(/\/+$/, '') : undefined;
}

export function origin(text: string): string | undefined {
  const address = baseUrl(text);
  return address !== undefined && new URL(address).origin === address ? address : undefined;
}

/** Normalizes the host as `URL` does, because it is compared with one: `127.1` becomes `127.0.0.1`. */
export function hostAndPort(text: string): string | undefined {
  const [, host = '', port = ''] = /^(\[[\da-f:.]+\]|[^\s:/?#@[\]\\]+):(\d+)$/i.exec(text) ?? [];
  const number = wholeNumber(1, 65_535)(port);
  const url = parseUrl(`http://${host}`);
  return number === undefined || url === null ? undefined : `${url.hostname}:${number}`;
}

export function listOf<Item>(
  parse: (text: string) => Item | undefined,
): (text: string) => Item[] | undefined {
  return (text) => {
    const items = text.split(',').map((part) => parse(part.trim()));
    return items.every((item) => item !== undefined) ? items : undefined;
  };
}

export function trustedProxies(text: string): false | number | string[] | undefined {
  if (text === 'off') return false;
  if (/^\d+$/.test(text)) return wholeNumber(1, 10)(text);
  return listOf(addressRange)(text);
}

function addressRange(text: string): string | undefined {
  const [address = '', bits] = text.split('/', 2);
  const widest = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
  return wholeNumber(0, widest)(bits ?? '0') === undefined ? undefined : text;
}

/** A `%` that does not begin an escape is literal: people paste passwords unencoded. */
export function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

export function idAndSecret(text: string): { id: string; secret: string } | undefined {
  const [, id, secret] = /^([^\s:]+):(\S+)$/.exec(text) ?? [];
  return id === undefined || secret === undefined ? undefined : { id, secret };
}

export interface S3Address {
  readonly origin: string;
  readonly bucket: string;
  readonly region: string;
  readonly key: string;
  readonly secret: string;
}

export function s3Address(text: string): S3Address | undefined {
  const url = parseUrl(text);
  if (url === null || !/^https?:$/.test(url.protocol) || url.hash !== '') return undefined;
  const [, bucket] = /^\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])\/?$/.exec(url.pathname) ?? [];
  const { region = 'us-east-1', ...others } = Object.fromEntries(url.searchParams);
  if (bucket === undefined || Object.keys(others).length > 0 || !/^[\w-]+$/.test(region)) return undefined;
  if (url.username === '' || url.password === '') return undefined;
  const [key, secret] = [decodePercent(url.username), decodePercent(url.password)];
  return { origin: url.origin, bucket, region, key, secret };
}

export interface Variable<Value> {
  readonly name: string;
  readonly meaning: string;
  /** What a valid value looks like, to complete "expected …". */
  readonly expected: string;
  /** The default in words, as docs/configuration.md shows it. */
  readonly fallbackText: string;
  readonly fallback: (environment: NodeJS.ProcessEnv) => Value;
  readonly parse: (text: string) => Value | undefined;
  /** A secret value never appears in a message. */
  readonly secret?: true;
}

export const variable = <Value>(definition: Variable<Value>): Variable<Value> => definition;

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

export function limitVariable(name: string, fallback: number, meaning: string): Variable<number> {
  return numberVariable(name, { min: 1, max: 1_000_000, fallback }, meaning);
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
    parse: (text) => words.find((word) => word === text),
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
