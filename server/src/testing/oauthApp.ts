import {
  type Client,
  type OAuthClientMetadata,
  type OAuthClientProvider,
  type OAuthDiscoveryState,
  type StoredOAuthClientInformation,
  type StoredOAuthTokens,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from '@modelcontextprotocol/client';
import type { Browser } from './browser.ts';
import { newAgent } from './mcp.ts';

/** An app that stores in memory what the protocol's own client gives it to store. */
export class OAuthApp implements OAuthClientProvider {
  readonly redirectUrl: string;
  readonly clientMetadataUrl?: string;
  readonly clientMetadata: OAuthClientMetadata;
  /** Where it last sent the person. */
  asked: URL | undefined;
  stored: StoredOAuthTokens | undefined;
  #client: StoredOAuthClientInformation | undefined;
  #verifier = '';
  #discovery: OAuthDiscoveryState | undefined;

  constructor({ redirectUrl = 'http://localhost:41234/callback', metadataUrl = '' } = {}) {
    this.redirectUrl = redirectUrl;
    if (metadataUrl !== '') this.clientMetadataUrl = metadataUrl;
    this.clientMetadata = { client_name: 'Test agent', redirect_uris: [redirectUrl] };
  }

  get verifier(): string {
    return this.#verifier;
  }
  get clientId(): string {
    return this.#client?.client_id ?? '';
  }

  state = (): string => '1e5';
  clientInformation = (): StoredOAuthClientInformation | undefined => this.#client;
  saveClientInformation = (client: StoredOAuthClientInformation): void => void (this.#client = client);
  tokens = (): StoredOAuthTokens | undefined => this.stored;
  saveTokens = (tokens: StoredOAuthTokens): void => void (this.stored = tokens);
  redirectToAuthorization = (url: URL): void => void (this.asked = url);
  saveCodeVerifier = (verifier: string): void => void (this.#verifier = verifier);
  codeVerifier = (): string => this.#verifier;
  saveDiscoveryState = (state: OAuthDiscoveryState): void => void (this.#discovery = state);
  discoveryState = (): OAuthDiscoveryState | undefined => this.#discovery;
}

export function transportOf(app: OAuthApp, address: string): StreamableHTTPClientTransport {
  return new StreamableHTTPClientTransport(new URL('/mcp', address), { authProvider: app });
}

/** Has the app ask for authorization, as its client does when it is refused; the address it sends the person to. */
export async function askedBy(app: OAuthApp, address: string): Promise<URL> {
  await newAgent('today')
    .connect(transportOf(app, address))
    .then(
      () => {
        throw new Error('The app was let in without authorization.');
      },
      (error: unknown) => {
        if (!(error instanceof UnauthorizedError)) throw error;
      },
    );
  if (app.asked === undefined) throw new Error('The app asked for nothing.');
  return app.asked;
}

/** What the page /connect is given for an address that an app sent the person to. */
export async function requestFor(browser: Browser, asked: URL): Promise<string> {
  const response = await browser.fetch(asked.href);
  return new URL(response.headers.get('location') ?? '', asked).searchParams.get('request') ?? '';
}

/** The person allows what was asked for; the address that the browser is sent to. */
export async function allowed(
  browser: Browser,
  asked: URL,
  scopes: readonly string[] = ['read', 'write'],
): Promise<URL> {
  const request = await requestFor(browser, asked);
  const { status, body } = await browser.call('account.connectApp', { request, scopes });
  if (status !== 200) throw new Error(body.error.message);
  return new URL(body.result.data.redirectUrl);
}

/** The whole flow, by the protocol's own client. */
export async function connectApp(
  app: OAuthApp,
  browser: Browser,
  address: string,
  scopes?: readonly string[],
): Promise<Client> {
  const back = await allowed(browser, await askedBy(app, address), scopes);
  await transportOf(app, address).finishAuth(back.searchParams);
  const agent = newAgent('today');
  await agent.connect(transportOf(app, address));
  return agent;
}
