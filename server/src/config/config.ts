import { statSync } from 'node:fs';
import path from 'node:path';
import { closestName } from '@magpie/contract';
import {
  urlWithProtocol,
  clickhouseAddress,
  hostAndPort,
  idAndSecret,
  listOf,
  matching,
  oneOf,
  origin,
  redisAddress,
  s3Address,
  baseUrl,
  trustedProxies,
  wholeNumber,
} from './values.ts';

/** One environment variable: how to parse it, and how to document it. */
interface Variable<Value> {
  readonly name: string;
  readonly meaning: string;
  /** What a valid value looks like, to complete "expected …". */
  readonly expected: string;
  /** The default in words, as docs/configuration.md shows it. */
  readonly fallbackText: string;
  readonly fallback: () => Value;
  /** Returns undefined when the text is invalid. */
  readonly parse: (text: string) => Value | undefined;
  /** A secret value never appears in a message. */
  readonly secret?: true;
}

const variable = <Value>(definition: Variable<Value>): Variable<Value> => definition;

export const variables = {
  port: variable({
    name: 'PORT',
    meaning: 'Port to listen on; 0 takes any free one.',
    expected: 'a whole number from 0 to 65535',
    fallbackText: '`3000`',
    fallback: () => 3000,
    parse: wholeNumber(0, 65_535),
  }),
  host: variable({
    name: 'HOST',
    meaning: 'Address to listen on; `0.0.0.0` opens it to the network.',
    expected: 'a host name or an IP address',
    fallbackText: '`127.0.0.1`',
    fallback: () => '127.0.0.1',
    parse: matching(/^[\w.:-]+$/),
  }),
  dataFolder: variable({
    name: 'MAGPIE_DATA_DIR',
    meaning: 'Folder for all data of embedded engines, and for files.',
    expected: 'a path without NUL',
    fallbackText: '`./data` (as root in a folder closed to others: `/var/lib/magpie`)',
    fallback: defaultDataFolder,
    parse: (text) => (text.includes('\0') ? undefined : path.resolve(text)),
  }),
  publicUrl: variable({
    name: 'MAGPIE_PUBLIC_URL',
    meaning: 'Address printed in links.',
    expected: 'an http or https address without a user, password or query',
    fallbackText: 'from host and port',
    fallback: () => null,
    parse: baseUrl,
  }),
  bootstrapKey: variable({
    name: 'MAGPIE_BOOTSTRAP_KEY',
    meaning:
      "The owner's first API key, used at the first start instead of a random one: 32 to 255 letters, digits and `_`.",
    expected: '32 to 255 letters, digits and _',
    fallbackText: 'random, printed once',
    fallback: () => null,
    parse: matching(/^\w{32,255}$/),
    secret: true,
  }),
  demoAds: variable({
    name: 'MAGPIE_DEMO_ADS',
    meaning: 'Demo ads loaded into an empty index at the first start; 0: none.',
    expected: 'a whole number from 0 to 10000000',
    fallbackText: '`20000`',
    fallback: () => 20_000,
    parse: wholeNumber(0, 10_000_000),
  }),
  trustProxy: variable({
    name: 'MAGPIE_TRUST_PROXY',
    meaning:
      'Proxies whose `X-Forwarded-For` is trusted: `off`, the number of proxies in front (only if the port cannot be reached past them), or their addresses.',
    expected: 'off, a whole number from 1 to 10, or a comma-separated list of IP addresses and ranges',
    fallbackText: '`off`',
    fallback: (): false | number | string[] => false,
    parse: trustedProxies,
  }),
  corsOrigins: variable({
    name: 'MAGPIE_CORS_ORIGINS',
    meaning: 'Origins whose pages may call the API from a browser, separated by commas.',
    expected: 'a comma-separated list of origins such as https://app.example.com',
    fallbackText: 'none',
    fallback: () => [],
    parse: listOf(origin),
  }),
  fetchAllow: variable({
    name: 'MAGPIE_FETCH_ALLOW',
    meaning:
      'Private hosts that Magpie may fetch from, with their ports, as `intranet.example:8080`, separated by commas.',
    expected: 'a comma-separated list of hosts with their ports, such as intranet.example:8080 or [::1]:8080',
    fallbackText: 'none',
    fallback: () => [],
    parse: listOf(hostAndPort),
  }),
  pictureMegabytes: variable({
    name: 'MAGPIE_PICTURE_MB',
    meaning: 'Largest picture to fetch, for a saved ad or for the dashboard, in MB.',
    expected: 'a whole number from 1 to 100',
    fallbackText: '`15`',
    fallback: () => 15,
    parse: wholeNumber(1, 100),
  }),
  mediaMegabytes: variable({
    name: 'MAGPIE_MEDIA_MB',
    meaning: 'Storage for pictures of saved ads, per person or team, in MB; 0 stores none.',
    expected: 'a whole number from 0 to 100000000',
    fallbackText: '`2048`',
    fallback: () => 2048,
    parse: wholeNumber(0, 100_000_000),
  }),
  pictureCacheMegabytes: variable({
    name: 'MAGPIE_PICTURE_CACHE_MB',
    meaning: 'Disk cache for pictures of other hosts that the dashboard shows, in MB; 0 turns it off.',
    expected: 'a whole number from 0 to 100000000',
    fallbackText: '`512`',
    fallback: () => 512,
    parse: wholeNumber(0, 100_000_000),
  }),
  signUp: variable({
    name: 'MAGPIE_SIGN_UP',
    meaning:
      'Who may create an account: `open` (anyone), `invited` (people invited to a team), `closed` (nobody).',
    expected: 'open, invited or closed',
    fallbackText: '`invited`',
    fallback: () => 'invited' as const,
    parse: oneOf('open', 'invited', 'closed'),
  }),
  secret: variable({
    name: 'MAGPIE_SECRET',
    meaning: 'Secret that signs cookies and links: 32 to 255 printable characters, the same on every node.',
    expected: '32 to 255 printable characters',
    fallbackText: 'random, stored in the database',
    fallback: () => null,
    parse: matching(/^[\x21-\x7e]{32,255}$/),
    secret: true,
  }),
  googleClient: oauthClient('MAGPIE_OAUTH_GOOGLE', 'Google'),
  githubClient: oauthClient('MAGPIE_OAUTH_GITHUB', 'GitHub'),
  microsoftClient: oauthClient('MAGPIE_OAUTH_MICROSOFT', 'Microsoft'),
  oidcIssuer: variable({
    name: 'MAGPIE_OIDC_ISSUER',
    meaning:
      'Address of an OpenID Connect provider that people may sign in with; needs `MAGPIE_OIDC_CLIENT`.',
    expected: 'an http or https address without a user, password or query',
    fallbackText: 'none',
    fallback: () => null,
    parse: baseUrl,
  }),
  oidcClient: oauthClient('MAGPIE_OIDC_CLIENT', 'that provider'),
  smtpUrl: variable({
    name: 'SMTP_URL',
    meaning: 'Mail server, such as `smtp://user:password@host:587` or `smtps://…:465`.',
    expected: 'an address such as smtp://user:password@host:587',
    fallbackText: 'mails are written to the folder `mail` of the data folder',
    fallback: () => null,
    parse: urlWithProtocol(['smtp:', 'smtps:']),
    secret: true,
  }),
  mailFrom: variable({
    name: 'MAGPIE_MAIL_FROM',
    meaning: 'Sender of mails, as `Magpie <magpie@example.com>` or an address alone.',
    expected: 'an e-mail address, with or without a name before it',
    fallbackText: '`Magpie <magpie@localhost>`',
    fallback: () => 'Magpie <magpie@localhost>',
    parse: matching(/^(?:[^<>\p{Cc}]{1,100} <[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/u),
  }),
  databaseUrl: variable({
    name: 'DATABASE_URL',
    meaning: 'PostgreSQL 15 or newer to use instead of the embedded one.',
    expected: 'an address such as postgres://user:password@host:5432/database',
    fallbackText: 'embedded PostgreSQL 18',
    fallback: () => null,
    parse: urlWithProtocol(['postgres:', 'postgresql:']),
    secret: true,
  }),
  clickhouseUrl: variable({
    name: 'CLICKHOUSE_URL',
    meaning: 'ClickHouse server to use instead of the embedded one.',
    expected: 'an address such as http://user:password@host:8123/database',
    fallbackText: 'embedded ClickHouse',
    fallback: () => null,
    parse: clickhouseAddress,
    secret: true,
  }),
  clickhouseCluster: variable({
    name: 'CLICKHOUSE_CLUSTER',
    meaning: 'Cluster on which tables are created replicated and distributed; needs `CLICKHOUSE_URL`.',
    expected: 'the name of a cluster: letters, digits, _ and -',
    fallbackText: 'none',
    fallback: () => null,
    parse: matching(/^[\w-]{1,64}$/),
  }),
  redisUrl: variable({
    name: 'REDIS_URL',
    meaning: 'Redis that shares rate limits and cached responses between nodes.',
    expected: 'an address such as redis://:password@host:6379/0',
    fallbackText: 'memory of this process',
    fallback: () => null,
    parse: redisAddress,
    secret: true,
  }),
  s3Url: variable({
    name: 'S3_URL',
    meaning:
      'S3-compatible storage for files, as `https://key:secret@host/bucket?region=eu-central-1`; the bucket must exist.',
    expected: 'an address such as https://key:secret@host/bucket?region=eu-central-1',
    fallbackText: 'a folder in the data folder',
    fallback: () => null,
    parse: s3Address,
    secret: true,
  }),
  studioMegabytes: variable({
    name: 'MAGPIE_STUDIO_MB',
    meaning: 'Storage for brand images and generated images, per person or team, in MB.',
    expected: 'a whole number from 1 to 100000000',
    fallbackText: '`2048`',
    fallback: () => 2048,
    parse: wholeNumber(1, 100_000_000),
  }),
  robots: variable({
    name: 'MAGPIE_ROBOTS',
    meaning: 'Whether to follow the `robots.txt` of inspected websites: `respect` or `ignore`.',
    expected: 'respect or ignore',
    fallbackText: '`respect`',
    fallback: () => 'respect',
    parse: matching(/^(respect|ignore)$/),
  }),
  imageUrl: variable({
    name: 'AI_IMAGE_URL',
    meaning:
      'OpenAI-compatible service that makes images, such as `https://api.example.com/v1`; needs `AI_IMAGE_MODEL`.',
    expected: 'an http or https address without a user, password or query',
    fallbackText: 'none: images are composed from templates',
    fallback: () => null,
    parse: baseUrl,
  }),
  imageKey: apiKeyVariable('AI_IMAGE_KEY'),
  imageModel: modelVariable('AI_IMAGE_MODEL'),
  imageCost: variable({
    name: 'AI_IMAGE_COST',
    meaning: 'Price of one image of that service in US dollars, shown before an image is made.',
    expected: 'a number from 0 to 1000, such as 0.04',
    fallbackText: 'unknown',
    fallback: () => null,
    parse: (text) => (/^\d{1,4}(\.\d{1,6})?$/.test(text) && Number(text) <= 1000 ? Number(text) : undefined),
  }),
  textUrl: variable({
    name: 'AI_TEXT_URL',
    meaning:
      'OpenAI-compatible service that improves tags and the copy of clones, such as `https://api.example.com/v1`; needs `AI_TEXT_MODEL`.',
    expected: 'an http or https address without a user, password or query',
    fallbackText: 'none: built-in rules only',
    fallback: () => null,
    parse: baseUrl,
  }),
  textKey: apiKeyVariable('AI_TEXT_KEY'),
  textModel: modelVariable('AI_TEXT_MODEL'),
  embeddings: variable({
    name: 'MAGPIE_EMBEDDINGS',
    meaning:
      'Embeddings for comparing texts: `static` (a built-in table, fast), `minilm` (slower, in this process), or the address of an OpenAI-compatible service such as `https://api.example.com/v1`.',
    expected: 'static, minilm or an http or https address',
    fallbackText: '`static`',
    fallback: (): string => 'static',
    parse: (text) => (/^(static|minilm)$/.test(text) ? text : baseUrl(text)),
  }),
  embeddingsModel: modelVariable('MAGPIE_EMBEDDINGS_MODEL'),
  embeddingsKey: apiKeyVariable('MAGPIE_EMBEDDINGS_KEY'),
  readLimit: variable({
    name: 'MAGPIE_LIMIT_READ',
    meaning: 'Queries a user may make in any 60 seconds.',
    expected: 'a whole number from 1 to 1000000',
    fallbackText: '`600`',
    fallback: () => 600,
    parse: wholeNumber(1, 1_000_000),
  }),
  writeLimit: variable({
    name: 'MAGPIE_LIMIT_WRITE',
    meaning: 'Mutations a user may make in any 60 seconds.',
    expected: 'a whole number from 1 to 1000000',
    fallbackText: '`120`',
    fallback: () => 120,
    parse: wholeNumber(1, 1_000_000),
  }),
  authFailureLimit: variable({
    name: 'MAGPIE_LIMIT_AUTH_FAILURES',
    meaning: 'Requests with a missing or wrong key that an address may make in any 60 seconds.',
    expected: 'a whole number from 1 to 1000000',
    fallbackText: '`30`',
    fallback: () => 30,
    parse: wholeNumber(1, 1_000_000),
  }),
  publicLimit: variable({
    name: 'MAGPIE_LIMIT_PUBLIC',
    meaning: 'Pages of published boards that an address may request in any 60 seconds.',
    expected: 'a whole number from 1 to 1000000',
    fallbackText: '`120`',
    fallback: () => 120,
    parse: wholeNumber(1, 1_000_000),
  }),
  pictureLimit: variable({
    name: 'MAGPIE_LIMIT_PICTURES',
    meaning: 'Pictures and videos of other hosts that a user may load in any 60 seconds.',
    expected: 'a whole number from 1 to 1000000',
    fallbackText: '`1200`',
    fallback: () => 1200,
    parse: wholeNumber(1, 1_000_000),
  }),
  signInLimit: variable({
    name: 'MAGPIE_LIMIT_SIGN_IN',
    meaning: 'Failed sign-ins to one account in any 15 minutes; from one address, ten times as many.',
    expected: 'a whole number from 1 to 1000000',
    fallbackText: '`10`',
    fallback: () => 10,
    parse: wholeNumber(1, 1_000_000),
  }),
  logLevel: variable({
    name: 'MAGPIE_LOG_LEVEL',
    meaning: 'How much is logged to standard error: `debug`, `info`, `warn`, `error` or `silent`.',
    expected: 'debug, info, warn, error or silent',
    fallbackText: '`info`',
    fallback: () => 'info',
    parse: matching(/^(debug|info|warn|error|silent)$/),
  }),
  calledUrl: variable({
    name: 'MAGPIE_URL',
    meaning: 'Address of the Magpie that the commands `call` and `mcp` call.',
    expected: 'an http or https address without a user, password or query',
    fallbackText: 'the running server of `MAGPIE_DATA_DIR`',
    fallback: () => null,
    parse: baseUrl,
  }),
  callerKey: variable({
    name: 'MAGPIE_KEY',
    meaning: 'API key for the commands `call` and `mcp`.',
    expected: 'an API key, such as `users add` prints',
    fallbackText: 'none',
    fallback: () => null,
    parse: matching(/^\w{32,255}$/),
    secret: true,
  }),
};

type Variables = typeof variables;
export type Config = {
  readonly [Name in keyof Variables]:
    | ReturnType<Variables[Name]['fallback']>
    | NonNullable<ReturnType<Variables[Name]['parse']>>;
};

export const bytesPerMegabyte = 1024 * 1024;

/** Thrown with one line per wrong variable; the process then exits with 2. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/** Reads every variable once. An empty value counts as unset, because compose files pass unset variables as empty. */
export function readConfig(environment: NodeJS.ProcessEnv = process.env): Config {
  const problems: string[] = [];
  const read = ([field, definition]: [string, Variable<unknown>]): [string, unknown] => {
    const text = environment[definition.name]?.trim();
    if (text === undefined || text === '') return [field, definition.fallback()];
    const value = definition.parse(text);
    if (value === undefined) problems.push(describeProblem(definition, text));
    return [field, value];
  };
  const config = Object.fromEntries(Object.entries<Variable<unknown>>(variables).map(read)) as Config;
  // An invalid value is undefined here and has been reported already.
  if (typeof config.clickhouseCluster === 'string' && config.clickhouseUrl === null) {
    problems.push('CLICKHOUSE_CLUSTER: expected CLICKHOUSE_URL to be set too, got none.');
  }
  const { embeddings, embeddingsModel, imageUrl, imageModel, textUrl, textModel } = config;
  const services = [
    ['MAGPIE_EMBEDDINGS', embeddings, embeddingsModel],
    ['AI_IMAGE_URL', imageUrl, imageModel],
    ['AI_TEXT_URL', textUrl, textModel],
  ] as const;
  for (const [name, address, model] of services) {
    if (typeof address !== 'string' || !address.startsWith('http') || model !== null) continue;
    const missing = `${name.replace('_URL', '')}_MODEL`;
    problems.push(`${missing}: expected the name of a model of the service in ${name}, got none.`);
  }
  if (
    config.oidcIssuer !== undefined &&
    config.oidcClient !== undefined &&
    (config.oidcIssuer === null) !== (config.oidcClient === null)
  ) {
    problems.push('MAGPIE_OIDC_ISSUER and MAGPIE_OIDC_CLIENT: expected both or neither, got one.');
  }
  problems.push(...unknownSettings(environment));
  if (problems.length > 0) throw new ConfigError(problems.join('\n'));
  return config;
}

const prefix = 'MAGPIE_';

/** Used by the compose files, the dashboard's development server, tests and journeys; ignored here. */
const otherVariables: ReadonlySet<string> = new Set([
  'MAGPIE_BACKUPS',
  'MAGPIE_PUBLISHED_PORT',
  'MAGPIE_SERVER',
  'MAGPIE_REQUIRE_LANES',
  'MAGPIE_TEST_LANES',
  'MAGPIE_TEST_LOOKS',
  'MAGPIE_CHROMIUM',
  'MAGPIE_PICTURES',
  'MAGPIE_ADDRESS',
  'MAGPIE_FIRST_LINK',
  'MAGPIE_MAIL_FOLDER',
  'MAGPIE_RECEIVER',
]);

/** Kubernetes and Docker set these in every container next to a service named `magpie`. */
const serviceLink = /^MAGPIE_(SERVICE_(HOST|PORT)\w*=|PORT=\w+:\/\/|PORT_\d+_(TCP|UDP|SCTP)\w*=)/;

/** One line for each variable with our prefix that is not a setting: probably a typo. */
function unknownSettings(environment: NodeJS.ProcessEnv): string[] {
  const names = new Map(Object.values(variables).map(({ name }) => [withoutPrefix(name), name]));
  return Object.entries(environment).flatMap(([name, value = '']) => {
    if (!name.startsWith(prefix) || value.trim() === '') return [];
    const bare = withoutPrefix(name);
    if (names.get(bare) === name || otherVariables.has(name) || serviceLink.test(`${name}=${value}`))
      return [];
    const meant = names.get(closestName(bare, [...names.keys()]) ?? '');
    const advice = meant === undefined ? 'remove it, or see docs/configuration.md' : `use ${meant} instead`;
    return [`${name}: no such setting; ${advice}.`];
  });
}

function withoutPrefix(name: string): string {
  return name.startsWith(prefix) ? name.slice(prefix.length) : name;
}

/** How this program was started, so that usage lines can be copied: `npx magpie`, `npm run magpie --`. */
export function programName(
  environment: NodeJS.ProcessEnv = process.env,
  script: string = process.argv[1] ?? '',
): string {
  const { npm_command: npmCommand, npm_lifecycle_event: npmScript } = environment;
  if (npmCommand === 'exec') return 'npx magpie';
  if (npmCommand === 'run' && npmScript === 'magpie') return 'npm run magpie --';
  if (path.basename(script) === 'magpie') return 'magpie';
  const fromHere = path.relative('', script);
  return `node ${fromHere.startsWith('..') ? script : fromHere}`;
}

/** Matches an address with a user or a query, even in a variable that allows neither. */
const mayHoldPassword = /[:/].*@|\?/s;

function describeProblem(definition: Variable<unknown>, text: string): string {
  const isHidden = definition.secret === true || mayHoldPassword.test(text);
  const got = isHidden ? `${text.length} characters that do not fit` : JSON.stringify(text.slice(0, 80));
  return `${definition.name}: expected ${definition.expected}, got ${got}.`;
}

/**
 * The embedded PostgreSQL cannot run as root. It runs as another account, which cannot reach a folder inside
 * a private one (a clone in root's home).
 */
function defaultDataFolder(): string {
  const here = process.cwd();
  return process.getuid?.() === 0 && !othersMayEnter(here) ? '/var/lib/magpie' : path.join(here, 'data');
}

function othersMayEnter(folder: string): boolean {
  const executableByOthers = (statSync(folder).mode & 0o001) !== 0;
  const parent = path.dirname(folder);
  return executableByOthers && (parent === folder || othersMayEnter(parent));
}

function modelVariable(name: string) {
  return variable({
    name,
    meaning: 'Model to use at that service.',
    expected: 'the name of a model: 1 to 200 printable characters',
    fallbackText: 'none',
    fallback: () => null,
    parse: matching(/^[\x21-\x7e]{1,200}$/),
  });
}

function apiKeyVariable(name: string) {
  return variable({
    name,
    meaning: 'API key for that service.',
    expected: '1 to 1000 printable characters',
    fallbackText: 'none',
    fallback: () => null,
    parse: matching(/^[\x21-\x7e]{1,1000}$/),
    secret: true,
  });
}

function oauthClient(name: string, provider: string) {
  return variable({
    name,
    meaning: `Client at ${provider} that people may sign in through, as \`id:secret\`.`,
    expected: 'the id and the secret of a client, as id:secret',
    fallbackText: 'none',
    fallback: () => null,
    parse: idAndSecret,
    secret: true,
  });
}
