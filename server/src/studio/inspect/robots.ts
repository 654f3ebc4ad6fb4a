import { MagpieError, shown } from '@magpie/contract/errors';
import { FetchRefused } from '../../integrations/safeFetch/fetchRefused.ts';
import type { Fetched, SafeFetch } from '../../integrations/safeFetch/safeFetch.ts';

/** The name by which a robots.txt speaks of this service. */
const agent = 'magpie';
const mostBytes = 512 * 1024;
const longestMilliseconds = 5000;
/** For how long an answer holds, and how many are kept. */
const keptMilliseconds = 60 * 60_000;
const mostKept = 100;

/** Throws where the robots.txt of a site asks this service not to fetch a page. */
export type RobotsCheck = (address: string) => Promise<void>;

interface Rule {
  readonly pattern: string;
  readonly allows: boolean;
}

/** After RFC 9309. Where a site has no robots.txt, everything may be fetched. */
export function createRobotsCheck(fetch: SafeFetch, now: () => Date): RobotsCheck {
  const kept = new Map<string, { rules: readonly Rule[]; until: number }>();
  const rulesOf = async (origin: string): Promise<readonly Rule[]> => {
    const known = kept.get(origin);
    if (known !== undefined && known.until > now().getTime()) return known.rules;
    const rules = await fetchRules(fetch, origin);
    const [oldest] = kept.keys();
    if (kept.size >= mostKept && oldest !== undefined) kept.delete(oldest);
    kept.delete(origin);
    kept.set(origin, { rules, until: now().getTime() + keptMilliseconds });
    return rules;
  };
  return async (address) => {
    const { origin, host, pathname, search } = new URL(address);
    if (!isAllowed(await rulesOf(origin), pathname + search)) throw disallowed(origin, host);
  };
}

async function fetchRules(fetch: SafeFetch, origin: string): Promise<readonly Rule[]> {
  try {
    const answer = await fetch(`${origin}/robots.txt`, {
      mostBytes,
      milliseconds: longestMilliseconds,
      accept: 'text/plain',
    });
    return rulesFrom(answer, origin);
  } catch (error) {
    // An endless robots.txt, or one behind too many redirects, is none; a page at a refused address is refused itself.
    const isNone = error instanceof FetchRefused && ['size', 'redirects', 'address'].includes(error.reason);
    if (isNone) return [];
    throw error;
  }
}

function rulesFrom({ status, bytes }: Fetched, origin: string): readonly Rule[] {
  if (status >= 500) {
    throw new MagpieError(
      'UNPROCESSABLE_CONTENT',
      `The host ${shown(new URL(origin).host, 100)} answers the question for its robots.txt with status ${status}, which forbids to fetch its pages for now; MAGPIE_ROBOTS=ignore does not ask.`,
      { found: { url: `${origin}/robots.txt`, status } },
    );
  }
  return status >= 200 && status < 300 ? parseRobots(bytes.toString('utf8')) : [];
}

/** The rules for this service: of the groups that name it, or else of those for everybody. */
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
      // An empty one says nothing.
      const rule = { pattern: patternOf(value), allows: name === 'allow' };
      if (value !== '') for (const group of groups) rules[group].push(rule);
    }
  }
  return isNamed ? rules.named : rules.everybody;
}

/** The rule that says most decides; of two that say as much, the one that allows. */
export function isAllowed(rules: readonly Rule[], path: string): boolean {
  const asked = normalized(path).replaceAll(/[*$]/g, (sign) => (sign === '*' ? '%2A' : '%24'));
  let longest: Rule = { pattern: '', allows: true };
  for (const rule of rules) {
    const isLonger = rule.pattern.length > longest.pattern.length;
    const isAsLong = rule.pattern.length === longest.pattern.length && rule.allows;
    if ((isLonger || isAsLong) && matches(rule.pattern, asked)) longest = rule;
  }
  return longest.allows;
}

/** Each character in one way of writing: as itself if it can stand for nothing else, in percent if it is outside ASCII. */
function normalized(path: string): string {
  const encoded = path.replaceAll(/[^\u{21}-\u{7e}]/gu, (letter) =>
    encodeURIComponent(letter.toWellFormed()),
  );
  return encoded.replaceAll(/%([\da-f]{2})/gi, (code, digits: string) => {
    const character = String.fromCodePoint(Number.parseInt(digits, 16));
    return /[\w.~-]/.test(character) ? character : code.toUpperCase();
  });
}

/** Within a pattern `*` is anything, and `$` the end if it is the last; elsewhere it is itself. */
const patternOf = (said: string): string =>
  normalized(said)
    .replaceAll(/\*{2,}/g, '*')
    .replaceAll(/\$(?!$)/g, '%24');

/** Each piece is looked for once, as far to the left as it stands. */
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

function disallowed(origin: string, host: string): MagpieError {
  return new MagpieError(
    'UNPROCESSABLE_CONTENT',
    `The robots.txt of ${shown(host, 100)} asks not to fetch this page; MAGPIE_ROBOTS=ignore would fetch it nevertheless.`,
    { found: { url: `${origin}/robots.txt` } },
  );
}
