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

/** An in-memory store for the MCP SDK's OAuth client. */
export class OAuthApp implements OAuthClientProvider {
  readonly redirectUrl: string;
  readonly clientMetadataUrl?: string;
  readonly clientMetadata: OAuthClientMetadata;
  /** The last URL that the user was redirected to. */
  authorizationUrl: URL | undefined;
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
  redirectToAuthorization = (url: URL): void => void (this.authorizationUrl = url);
  saveCodeVerifier = (verifier: string): void => void (this.#verifier = verifier);
  codeVerifier = (): string => this.#verifier;
  saveDiscoveryState = (state: OAuthDiscoveryState): void => void (this.#discovery = state);
  discoveryState = (): OAuthDiscoveryState | undefined => this.#discovery;
}

export function transportOf(app: OAuthApp, address: string): StreamableHTTPClientTransport {
  return new StreamableHTTPClientTransport(new URL('/mcp', address), { authProvider: app });
}

/** Starts the authorization flow after a 401; returns the authorization URL. */
export async function authorizationUrlOf(app: OAuthApp, address: string): Promise<URL> {
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
  if (app.authorizationUrl === undefined) throw new Error('The app requested no authorization.');
  return app.authorizationUrl;
}

/** The `request` parameter of /connect for an authorization URL. */
export async function requestFor(browser: Browser, authorizationUrl: URL): Promise<string> {
  const response = await browser.fetch(authorizationUrl.href);
  return new URL(response.headers.get('location') ?? '', authorizationUrl).searchParams.get('request') ?? '';
}

/** The user allows the request; returns the redirect URL. */
export async function allowApp(
  browser: Browser,
  authorizationUrl: URL,
  scopes: readonly string[] = ['read', 'write'],
): Promise<URL> {
  const request = await requestFor(browser, authorizationUrl);
  const { status, body } = await browser.call('account.connectApp', { request, scopes });
  if (status !== 200) throw new Error(body.error.message);
  return new URL(body.result.data.redirectUrl);
}

/** The whole flow with the MCP SDK's client. */
export async function connectApp(
  app: OAuthApp,
  browser: Browser,
  address: string,
  scopes?: readonly string[],
): Promise<Client> {
  const back = await allowApp(browser, await authorizationUrlOf(app, address), scopes);
  await transportOf(app, address).finishAuth(back.searchParams);
  const agent = newAgent('today');
  await agent.connect(transportOf(app, address));
  return agent;
}
