import { parseUrl } from '@magpie/contract';
/** An external URL that is safe to link: http(s) without credentials; otherwise null. */
export function safeLink(address: string | null): string | null {
  const url = address === null ? null : parseUrl(address);
  if (url === null) return null;
  const { protocol, username, password, href } = url;
  const isHttp = protocol === 'http:' || protocol === 'https:';
  return isHttp && username === '' && password === '' ? href : null;
}

export interface KeptPicture {
  readonly sha256: string;
  /** `<sha256>.jpg` */
  readonly file: string;
}

/** Parses the URL of a stored picture; null for external URLs, which public pages never load. */
export function parseKeptUrl(address: string | null, site: string): KeptPicture | null {
  const folder = `${site}/media/`;
  if (address === null || !address.startsWith(folder)) return null;
  const file = address.slice(folder.length);
  const sha256 = /^([0-9a-f]{64})\.[a-z]{3,4}$/.exec(file)?.[1];
  return sha256 === undefined ? null : { sha256, file };
}
