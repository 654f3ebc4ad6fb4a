import type { AdLibraryName } from '@magpie/contract/platforms';
import { getDomainWithoutSuffix, parse } from 'tldts';

/** An advertiser as a person names it: by name, page, website or link of an ad library. */
export interface Competitor {
  readonly kind: 'name' | 'page' | 'website' | 'library';
  /** Null if the link has an id only. */
  readonly name: string | null;
  /** In the library that issued it. */
  readonly id: { readonly library: AdLibraryName; readonly value: string } | null;
}

const maxNameLetters = 50;

/** Null if the text names nobody, such as the link of a single ad. */
export function readCompetitor(text: string): Competitor | null {
  const entered = text.trim().replace(/^@/, '');
  const url = parseLink(entered);
  if (url === null) return byName('name', entered);
  const site = sites.find(({ host }) => host.test(url.hostname));
  return site === undefined
    ? byName('website', getDomainWithoutSuffix(url.hostname) ?? '')
    : site.read(url, url.pathname.split('/').filter(Boolean));
}

/** Whether the text is the link of one ad in an ad library, which does not contain its advertiser. */
export function isLinkOfSingleAd(text: string): boolean {
  const url = parseLink(text.trim());
  return url !== null && singleAds.some((pattern) => pattern.test(url.hostname + url.pathname + url.search));
}

const singleAds = [
  /\bfacebook\.com\/ads\/.*[?&]id=\d/,
  /^library\.tiktok\.com\/.*[?&]ad_id=\d/,
  /\blinkedin\.com\/ad-library\/detail\/\d/,
];

/**
 * A link may lack its scheme: `acme.com`, `facebook.com/acme`.
 * Without one, a bare top-level domain is a name: Nike, Lego and Zara are such domains.
 */
function parseLink(text: string): URL | null {
  const hasScheme = /^https?:\/\//i.test(text);
  const link = hasScheme ? text : `https://${text}`;
  if (/\s/.test(text) || !URL.canParse(link)) return null;
  const url = new URL(link);
  const { domain, isIcann } = parse(url.hostname);
  return hasScheme || (domain !== null && isIcann === true) ? url : null;
}

function byName(kind: Competitor['kind'], text: string): Competitor | null {
  const name = text.trim().slice(0, maxNameLetters);
  return name === '' ? null : { kind, name, id: null };
}

const byId = (library: AdLibraryName, value: string): Competitor => ({
  kind: 'library',
  name: null,
  id: { library, value },
});

/** The last part of a path as a name: `acme-shoes` is "acme shoes". */
const byPath = (part: string | undefined): Competitor | null =>
  byName('page', decodeName(part ?? '').replaceAll(/[-_.]+/g, ' '));

function decodeName(part: string): string {
  try {
    return decodeURIComponent(part).replace(/^@/, '');
  } catch {
    return part;
  }
}

interface Site {
  readonly host: RegExp;
  /** @param path the parts of the path */
  readonly read: (url: URL, path: readonly string[]) => Competitor | null;
}

const digits = /^\d{1,19}$/;

const sites: readonly Site[] = [
  { host: /(?:^|\.)facebook\.com$/, read: readFacebook },
  { host: /(?:^|\.)(?:instagram|tiktok|snapchat)\.com$/, read: readProfile },
  { host: /^adstransparency\.google\.com$/, read: readGoogle },
  { host: /(?:^|\.)linkedin\.com$/, read: readLinkedin },
  { host: /^apps\.apple\.com$/, read: readApple },
];

function readFacebook({ searchParams }: URL, path: readonly string[]): Competitor | null {
  if (path[0] === 'ads') {
    const page = searchParams.get('view_all_page_id') ?? '';
    return digits.test(page) ? byId('meta', page) : byName('library', searchParams.get('q') ?? '');
  }
  const id = path[0] === 'profile.php' ? (searchParams.get('id') ?? '') : (path.at(-1) ?? '');
  if (digits.test(id)) return byId('meta', id);
  return byPath(path[0] === 'pages' || path[0] === 'p' ? path[1]?.replace(/-\d+$/, '') : path[0]);
}

function readProfile(url: URL, path: readonly string[]): Competitor | null {
  if (url.hostname !== 'library.tiktok.com') return byPath(path[0] === 'add' ? path[1] : path[0]);
  const id = url.searchParams.get('adv_biz_ids') ?? '';
  return digits.test(id) ? byId('tiktok', id) : byName('library', url.searchParams.get('adv_name') ?? '');
}

function readGoogle({ searchParams }: URL, [kind, id = '']: readonly string[]): Competitor | null {
  if (kind === 'advertiser' && /^AR\d{5,30}$/.test(id)) return byId('google', id);
  return byName('website', getDomainWithoutSuffix(searchParams.get('domain') ?? '') ?? '');
}

function readLinkedin({ searchParams }: URL, [kind, name]: readonly string[]): Competitor | null {
  return kind === 'ad-library' ? byName('library', searchParams.get('accountOwner') ?? '') : byPath(name);
}

function readApple(_: URL, path: readonly string[]): Competitor | null {
  const id = path.at(-1)?.replace(/^id/, '') ?? '';
  return digits.test(id) && path.includes('app') ? byId('apple', id) : byPath(path.at(-2));
}
