/** Parameters with credentials of the API caller. `sig`, `oh` and `token` stay: signed image links need them. */
const credentials: ReadonlySet<string> = new Set(
  `access_token accesstoken api_key apikey appsecret_proof auth_token authorization client_secret fb_exchange_token
   id_token input_token oauth_token refresh_token session_token`.split(/\s+/),
);
/** Tokens of Meta, TikTok and Google by their format, whatever the parameter name, or inside a nested address. */
const credentialValue = /^(?:EAA[0-9A-Za-z]{20}|clt\.[0-9A-Za-z]{16}|ya29\.)|access_token(?:=|%(?:25)*3[Dd])/;

/** Edits the text instead of rebuilding the URL, which could break its signature. */
export function withoutCredentials(address: string): string {
  const [beforeFragment = '', ...fragments] = address.split('#');
  const [base = '', ...queries] = beforeFragment.split('?');
  return `${base}${withoutCredentialParameters('?', queries)}${withoutCredentialParameters('#', fragments)}`;
}

function withoutCredentialParameters(mark: '?' | '#', pieces: readonly string[]): string {
  if (pieces.length === 0) return '';
  const all = pieces.join(mark).split('&');
  const kept = all.filter((parameter) => {
    const [name = '', ...values] = parameter.split('=');
    return !credentials.has(decoded(name).toLowerCase()) && !credentialValue.test(decoded(values.join('=')));
  });
  return kept.length === 0 ? '' : `${mark}${kept.join('&')}`;
}

const anyName = [...credentials].join('|');
const inAddress = new RegExp(
  String.raw`((?:${anyName})(?:=|%(?:25)*3d|\\+u003d))(?:(?!%(?:25)*26)[^&#"'\s\\<>])+`,
  'gi',
);
const inField = new RegExp(String.raw`((?:${anyName})\\*"\s*:\s*\\*")[^"\\]+`, 'gi');
const byFormat = /(?<![0-9A-Za-z])(?:EAA[0-9A-Za-z]{20,}|clt\.[0-9A-Za-z]{16,}|ya29\.[\w-]+)/g;

const userInfo = /(?<=:\/\/)[^\s/"'\\@]{1,300}@/g;

/** The same for text that contains addresses. JSON stays valid: quotes and escapes are never removed. */
export function withoutCredentialsInside(text: string): string {
  const named = text.replaceAll(inAddress, '$1…').replaceAll(inField, '$1…');
  return named.replaceAll(byFormat, '…').replaceAll(userInfo, '…@');
}

function decoded(text: string): string {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Platforms and affiliate networks wrap landing pages in these. Also runs in browsers: no Node API. */
interface Redirect {
  /** Without `www.`. */
  readonly host: string;
  /** Path prefix; any path if absent. */
  readonly path?: string;
  /** The first one present is used. */
  readonly parameters: readonly string[];
}

const redirects: readonly Redirect[] = [
  { host: 'l.facebook.com', parameters: ['u'] },
  { host: 'lm.facebook.com', parameters: ['u'] },
  { host: 'facebook.com', path: '/l.php', parameters: ['u'] },
  { host: 'facebook.com', path: '/flx/warn', parameters: ['u'] },
  { host: 'm.facebook.com', path: '/l.php', parameters: ['u'] },
  { host: 'm.facebook.com', path: '/flx/warn', parameters: ['u'] },
  { host: 'l.instagram.com', parameters: ['u'] },
  { host: 'lm.instagram.com', parameters: ['u'] },
  { host: 'l.messenger.com', parameters: ['u'] },
  { host: 'lm.messenger.com', parameters: ['u'] },
  { host: 'l.threads.net', parameters: ['u'] },
  { host: 'l.threads.com', parameters: ['u'] },
  { host: 'lm.threads.com', parameters: ['u'] },
  { host: 'l.wl.co', parameters: ['u'] },
  { host: 'linkedin.com', path: '/redir/', parameters: ['url'] },
  { host: 'linkedin.com', path: '/safety/go', parameters: ['url'] },
  { host: 'tiktok.com', path: '/link/', parameters: ['target'] },
  { host: 'youtube.com', path: '/redirect', parameters: ['q'] },
  { host: 'google.com', path: '/url', parameters: ['url', 'q'] },
  { host: 'google.com', path: '/aclk', parameters: ['adurl'] },
  { host: 'googleadservices.com', path: '/pagead/aclk', parameters: ['adurl'] },
  { host: 'adclick.g.doubleclick.net', parameters: ['adurl'] },
  { host: 'googleads.g.doubleclick.net', parameters: ['adurl'] },
  { host: 'awin1.com', parameters: ['ued', 'p'] },
  { host: 'click.linksynergy.com', parameters: ['murl'] },
  { host: 'go.skimresources.com', parameters: ['url'] },
  { host: 'redirect.viglink.com', parameters: ['u'] },
  { host: 'shareasale.com', path: '/r.cfm', parameters: ['urllink'] },
  { host: 'out.reddit.com', parameters: ['url'] },
  { host: 't.umblr.com', path: '/redirect', parameters: ['z'] },
  { host: 'vk.com', path: '/away.php', parameters: ['to'] },
  { host: 'duckduckgo.com', path: '/l/', parameters: ['uddg'] },
];

export function unwrapRedirect({ hostname, pathname, searchParams }: URL): string | null {
  const host = hostname.replace(/^www\./, '').replace(/^google\.[a-z.]{2,6}$/, 'google.com');
  const redirect = redirects.find((known) => known.host === host && pathname.startsWith(known.path ?? '/'));
  for (const parameter of redirect?.parameters ?? []) {
    const target = searchParams.get(parameter);
    if (target !== null && /^(?:https?:)?\/\//i.test(target)) {
      return target.startsWith('//') ? `https:${target}` : target;
    }
  }
  return null;
}
