import { parsedUrl } from '@magpie/contract';
/** An address from outside as a link may lead to it: of the web, and without a name or password; else null. */
export function webAddress(address: string | null): string | null {
  const url = address === null ? null : parsedUrl(address);
  if (url === null) return null;
  const { protocol, username, password, href } = url;
  const isOfTheWeb = protocol === 'http:' || protocol === 'https:';
  return isOfTheWeb && username === '' && password === '' ? href : null;
}

/** A picture that this service keeps. */
export interface KeptPicture {
  readonly sha256: string;
  /** `<sha256>.jpg` */
  readonly file: string;
}

/** The kept picture at an address; null where it is somebody else's, which no reader's browser is sent to. */
export function keptPicture(address: string | null, site: string): KeptPicture | null {
  const folder = `${site}/media/`;
  if (address === null || !address.startsWith(folder)) return null;
  const file = address.slice(folder.length);
  const sha256 = /^([0-9a-f]{64})\.[a-z]{3,4}$/.exec(file)?.[1];
  return sha256 === undefined ? null : { sha256, file };
}
