import { procedureBase } from '@magpie/contract/limits';

/** Sends requests like a page of the site: with its cookies and an Origin header. */
export interface Browser {
  /** In the format of the Cookie header. */
  readonly cookies: () => string;
  /** The Set-Cookie headers of the last response. */
  readonly given: () => readonly string[];
  fetch(at: string, init?: BrowserRequest): Promise<Response>;
  /** A form of `/api/auth/…`. */
  submit(form: string, input?: object, headers?: Record<string, string>): Promise<BrowserReply>;
  /** The form of a page, as the page itself sends it. */
  press(at: string, fields?: Record<string, string>): Promise<Response>;
  /** A procedure, by POST. */
  call(procedure: string, input?: object, headers?: Record<string, string>): Promise<BrowserReply>;
}

export type BrowserRequest = Omit<RequestInit, 'headers'> & { readonly headers?: Record<string, string> };

export interface BrowserReply {
  readonly status: number;
  readonly headers: Headers;
  readonly body: any; // oxlint-disable-line typescript/no-explicit-any -- each test knows the shape of its response
}

export function browserAt(address: string): Browser {
  const jar = new Map<string, string>();
  let given: readonly string[] = [];
  const cookies = (): string => [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
  const send: Browser['fetch'] = async (at, init = {}) => {
    const headers = { 'sec-fetch-site': 'same-origin', cookie: cookies(), ...init.headers };
    const response = await fetch(new URL(at, address), { ...init, headers, redirect: 'manual' });
    given = response.headers.getSetCookie();
    for (const cookie of given) keep(jar, cookie);
    return response;
  };
  const post = async (at: string, input: object, headers = {}): Promise<BrowserReply> => {
    const response = await send(at, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: new URL(address).origin, ...headers },
      body: JSON.stringify(input),
    });
    return { status: response.status, headers: response.headers, body: await response.json() };
  };
  return {
    cookies,
    given: () => given,
    fetch: send,
    press: (at, fields = {}) =>
      send(at, {
        method: 'POST',
        headers: { origin: new URL(address).origin },
        body: new URLSearchParams(fields),
      }),
    submit: (form, input = {}, headers = {}) => post(`/api/auth/${form}`, input, headers),
    call: (procedure, input = {}, headers = {}) => post(`${procedureBase}/${procedure}`, input, headers),
  };
}

function keep(jar: Map<string, string>, cookie: string): void {
  const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
  if (/max-age=0/i.test(cookie)) jar.delete(name);
  else jar.set(name, value);
}
