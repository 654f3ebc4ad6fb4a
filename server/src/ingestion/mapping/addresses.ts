/**
 * Parameters that carry the rights of whoever asked the source. Names such as `sig`, `oh` or `token` stay: they are
 * what makes the signed link of a picture work, or belong to the advertiser's own page.
 */
const credentials: ReadonlySet<string> = new Set([
  'access_token',
  'accesstoken',
  'api_key',
  'apikey',
  'appsecret_proof',
  'auth_token',
  'authorization',
  'client_secret',
  'fb_exchange_token',
  'id_token',
  'input_token',
  'oauth_token',
  'refresh_token',
  'session_token',
]);
/** Tokens of Meta, TikTok and Google by their looks, whatever the parameter is called; or one inside a nested address. */
const credentialValue = /^(?:EAA[0-9A-Za-z]{20}|clt\.[0-9A-Za-z]{16}|ya29\.)|access_token(?:=|%(?:25)*3[Dd])/;

/** Leaves everything else as it is written: a parsed and rebuilt address may no longer match its signature. */
export function withoutCredentials(address: string): string {
  const [beforeFragment = '', ...fragments] = address.split('#');
  const [base = '', ...queries] = beforeFragment.split('?');
  return `${base}${keptParameters('?', queries)}${keptParameters('#', fragments)}`;
}

function keptParameters(mark: '?' | '#', pieces: readonly string[]): string {
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
const byLooks = /(?<![0-9A-Za-z])(?:EAA[0-9A-Za-z]{20,}|clt\.[0-9A-Za-z]{16,}|ya29\.[\w-]+)/g;

/** A user name and password in front of a host, of which no address in the index has any. */
const ofUser = /(?<=:\/\/)[^\s/"'\\@]{1,300}@/g;

/** The same for any text around addresses. JSON stays JSON: nothing is taken that could end a string or escape. */
export function withoutCredentialsInside(text: string): string {
  const named = text.replaceAll(inAddress, '$1…').replaceAll(inField, '$1…');
  return named.replaceAll(byLooks, '…').replaceAll(ofUser, '…@');
}

function decoded(text: string): string {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
