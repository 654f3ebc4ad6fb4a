/** Parameters with credentials of the API caller. `sig`, `oh` and `token` stay: signed image links need them. */
const credentials: ReadonlySet<string> = new Set(
  `access_token accesstoken api_key apikey appsecret_proof auth_token authorization client_secret fb_exchange_token
   id_token input_token oauth_token refresh_token session_token`.split(/\s+/),
);
/** Tokens of Meta, TikTok and Google by their format, whatever the parameter name, or inside a nested address. */
const credentialValue = /^(?:EAA[0-9A-Za-z]{20}|clt\.[0-9A-Za-z]{16}|ya29\.)|access_token(?:=|%(?:25)*3[Dd])/;

/** Edits the text instead of rebuilding the URL, which could break its signature. */
export function withoutCredentials(address: string): string {
  if (!/[?#]/.test(address)) return address;
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

/**
 * Platforms and affiliate networks wrap landing pages in these. Hosts without `www.`, some with the beginning of the
 * path, by the parameters that hold the landing page; the first one present is used. Also runs in browsers: no Node API.
 */
const redirects: Readonly<Record<string, string>> = {
  u: `l.facebook.com lm.facebook.com facebook.com/l.php facebook.com/flx/warn m.facebook.com/l.php m.facebook.com/flx/warn
    l.instagram.com lm.instagram.com l.messenger.com lm.messenger.com l.threads.net l.threads.com lm.threads.com l.wl.co
    redirect.viglink.com`,
  url: 'linkedin.com/redir/ linkedin.com/safety/go go.skimresources.com out.reddit.com',
  target: 'tiktok.com/link/',
  q: 'youtube.com/redirect',
  'url q': 'google.com/url',
  adurl: `google.com/aclk googleadservices.com/pagead/aclk adclick.g.doubleclick.net googleads.g.doubleclick.net`,
  'ued p': 'awin1.com',
  murl: 'click.linksynergy.com',
  urllink: 'shareasale.com/r.cfm',
  z: 't.umblr.com/redirect',
  to: 'vk.com/away.php',
  uddg: 'duckduckgo.com/l/',
};
const redirectParameters = Object.entries(redirects).flatMap(([names, prefixes]) =>
  prefixes.split(/\s+/).map((prefix) => ({
    prefix: prefix.includes('/') ? prefix : `${prefix}/`,
    parameters: names.split(' '),
  })),
);

export function unwrapRedirect({ hostname, pathname, searchParams }: URL): string | null {
  const host = hostname.replace(/^www\./, '').replace(/^google\.[a-z.]{2,6}$/, 'google.com');
  const redirect = redirectParameters.find(({ prefix }) => `${host}${pathname}`.startsWith(prefix));
  for (const parameter of redirect?.parameters ?? []) {
    const target = searchParams.get(parameter);
    if (target !== null && /^(?:https?:)?\/\//i.test(target)) {
      return target.startsWith('//') ? `https:${target}` : target;
    }
  }
  return null;
}
