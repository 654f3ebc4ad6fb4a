/** Asks as a page of the site does: with the cookies that it was given, and saying where it comes from. */
export interface Browser {
  /** As the Cookie header holds them. */
  readonly cookies: () => string;
  /** The Set-Cookie headers of the last answer. */
  readonly given: () => readonly string[];
  fetch(at: string, init?: Asked): Promise<Response>;
  /** A form of `/api/auth/…`. */
  submit(form: string, input?: object, headers?: Record<string, string>): Promise<BrowserReply>;
  /** The form of a page, as the page itself sends it. */
  press(at: string, fields?: Record<string, string>): Promise<Response>;
  /** A procedure, by POST. */
  call(procedure: string, input?: object, headers?: Record<string, string>): Promise<BrowserReply>;
}

export type Asked = Omit<RequestInit, 'headers'> & { readonly headers?: Record<string, string> };

export interface BrowserReply {
  readonly status: number;
  readonly headers: Headers;
  readonly body: any; // oxlint-disable-line typescript/no-explicit-any -- each test knows what it asked for
}

export function browserAt(address: string): Browser {
  const jar = new Map<string, string>();
  let given: readonly string[] = [];
  const cookies = (): string => [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
  const ask: Browser['fetch'] = async (at, init = {}) => {
    const headers = { 'sec-fetch-site': 'same-origin', cookie: cookies(), ...init.headers };
    const response = await fetch(new URL(at, address), { ...init, headers, redirect: 'manual' });
    given = response.headers.getSetCookie();
    for (const cookie of given) keep(jar, cookie);
    return response;
  };
  const post = async (at: string, input: object, headers = {}): Promise<BrowserReply> => {
    const response = await ask(at, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: new URL(address).origin, ...headers },
      body: JSON.stringify(input),
    });
    return { status: response.status, headers: response.headers, body: await response.json() };
  };
  return {
    cookies,
    given: () => given,
    fetch: ask,
    press: (at, fields = {}) =>
      ask(at, {
        method: 'POST',
        headers: { origin: new URL(address).origin },
        body: new URLSearchParams(fields),
      }),
    submit: (form, input = {}, headers = {}) => post(`/api/auth/${form}`, input, headers),
    call: (procedure, input = {}, headers = {}) => post(`/api/v1/trpc/${procedure}`, input, headers),
  };
}

function keep(jar: Map<string, string>, cookie: string): void {
  const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
  if (/max-age=0/i.test(cookie)) jar.delete(name);
  else jar.set(name, value);
}
