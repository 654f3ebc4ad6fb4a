import { LRUCache } from 'lru-cache';
import { MagpieError, sanitizeForMessage } from '@magpie/contract/errors';
import { FetchError } from '../../integrations/safeFetch/target.ts';
import type { FetchResponse, SafeFetch } from '../../integrations/safeFetch/safeFetch.ts';

const agent = 'magpie';
const maxBytes = 512 * 1024;
const timeoutMilliseconds = 5000;
/** How long rules are cached, and for how many sites. */
const cacheMilliseconds = 60 * 60_000;
const maxCached = 100;

export type RobotsCheck = (address: string) => Promise<void>;

interface Rule {
  readonly pattern: string;
  readonly allows: boolean;
}

/** Implements RFC 9309. Without a robots.txt, everything is allowed. */
export function createRobotsCheck(fetch: SafeFetch, now: () => Date): RobotsCheck {
  const cache = new LRUCache<string, { rules: readonly Rule[]; until: number }>({ max: maxCached });
  const getRules = async (origin: string): Promise<readonly Rule[]> => {
    const cached = cache.get(origin);
    if (cached !== undefined && cached.until > now().getTime()) return cached.rules;
    const rules = await fetchRules(fetch, origin);
    cache.set(origin, { rules, until: now().getTime() + cacheMilliseconds });
    return rules;
  };
  return async (address) => {
    const { origin, host, pathname, search } = new URL(address);
    if (isAllowed(await getRules(origin), pathname + search)) return;
    throw new MagpieError(
      'UNPROCESSABLE_CONTENT',
      `The robots.txt of ${sanitizeForMessage(host, 100)} disallows this page; MAGPIE_ROBOTS=ignore skips this check.`,
      { found: { url: `${origin}/robots.txt` } },
    );
  };
}

async function fetchRules(fetch: SafeFetch, origin: string): Promise<readonly Rule[]> {
  try {
    const limits = { maxBytes, milliseconds: timeoutMilliseconds };
    return rulesFrom(await fetch(`${origin}/robots.txt`, { ...limits, accept: 'text/plain' }), origin);
  } catch (error) {
    // Too large or too many redirects counts as no robots.txt; a page at a forbidden address is rejected anyway.
    const isNone = error instanceof FetchError && ['size', 'redirects', 'address'].includes(error.reason);
    if (isNone) return [];
    throw error;
  }
}

function rulesFrom({ status, bytes }: FetchResponse, origin: string): readonly Rule[] {
  if (status >= 500) {
    throw new MagpieError(
      'UNPROCESSABLE_CONTENT',
      `The host ${sanitizeForMessage(new URL(origin).host, 100)} responded to the request for robots.txt with status ${status}, so its pages may not be fetched for now; MAGPIE_ROBOTS=ignore skips this check.`,
      { found: { url: `${origin}/robots.txt`, status } },
    );
  }
  return status >= 200 && status < 300 ? parseRobots(bytes.toString('utf8')) : [];
}

/** The rules of groups that name this service, else of the `*` groups. */
export function parseRobots(text: string): readonly Rule[] {
  const rules: Record<'named' | 'everybody', Rule[]> = { named: [], everybody: [] };
  let isNamed = false;
  const groups = new Set<'named' | 'everybody'>();
  let inRules = false;
  for (const line of text.replace(/^\u{feff}/u, '').split(/[\r\n]+/)) {
    const [, field = '', value = ''] = /^\s*([\w-]+)\s*:\s*([^#\s]*)/.exec(line.slice(0, 4096)) ?? [];
    const name = field.toLowerCase();
    if (name === 'user-agent') {
      if (inRules) groups.clear();
      inRules = false;
      const product = value.toLowerCase().split('/')[0];
      if (product === '*') groups.add('everybody');
      if (product === agent) groups.add('named');
      isNamed ||= product === agent;
    } else if (name === 'allow' || name === 'disallow') {
      inRules = true;
      // An empty value is no rule.
      const rule = { pattern: toPattern(value), allows: name === 'allow' };
      if (value !== '') for (const group of groups) rules[group].push(rule);
    }
  }
  return isNamed ? rules.named : rules.everybody;
}

/** The longest matching rule wins; on ties, `allow`. */
export function isAllowed(rules: readonly Rule[], path: string): boolean {
  const normalizedPath = normalizePath(path).replaceAll(/[*$]/g, (sign) => (sign === '*' ? '%2A' : '%24'));
  let longest: Rule = { pattern: '', allows: true };
  for (const rule of rules) {
    const isLonger = rule.pattern.length > longest.pattern.length;
    const isAsLong = rule.pattern.length === longest.pattern.length && rule.allows;
    if ((isLonger || isAsLong) && matches(rule.pattern, normalizedPath)) longest = rule;
  }
  return longest.allows;
}

/** Canonical percent-encoding: unreserved characters decoded, non-ASCII characters encoded. */
function normalizePath(path: string): string {
  const encoded = path.replaceAll(/[^\u{21}-\u{7e}]/gu, (letter) =>
    encodeURIComponent(letter.toWellFormed()),
  );
  return encoded.replaceAll(/%([\da-f]{2})/gi, (code, digits: string) => {
    const character = String.fromCodePoint(Number.parseInt(digits, 16));
    return /[\w.~-]/.test(character) ? character : code.toUpperCase();
  });
}

/** `*` matches anything; `$` matches the end only as the last character. */
const toPattern = (said: string): string =>
  normalizePath(said)
    .replaceAll(/\*{2,}/g, '*')
    .replaceAll(/\$(?!$)/g, '%24');

/** Finds each piece once, leftmost first, which is linear. */
function matches(pattern: string, path: string): boolean {
  const isWhole = pattern.endsWith('$');
  const [start = '', ...pieces] = (isWhole ? pattern.slice(0, -1) : pattern).split('*');
  if (!path.startsWith(start)) return false;
  let at = start.length;
  const last = isWhole ? pieces.pop() : undefined;
  for (const piece of pieces) {
    const found = path.indexOf(piece, at);
    if (found === -1) return false;
    at = found + piece.length;
  }
  if (!isWhole) return true;
  return last === undefined ? at === path.length : path.length - last.length >= at && path.endsWith(last);
}
