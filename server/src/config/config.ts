import path from 'node:path';
// Not from the index: the engines start before zod is loaded.
import { closestName } from '@magpie/contract/values/closestName';
import type { Variable } from './variable.ts';
import { variables } from './variables.ts';

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
    if (text === undefined || text === '') return [field, definition.fallback(environment)];
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
  'MAGPIE_TEST_SEED',
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

export function isTerminal(stream: NodeJS.WriteStream, environment = process.env): boolean {
  return stream.isTTY && environment['TERM'] !== 'dumb';
}

/** `NO_COLOR` turns colours off, as https://no-color.org describes. */
export function useColors(onTerminal: boolean, environment = process.env): boolean {
  return onTerminal && (environment['NO_COLOR'] ?? '') === '';
}

/** Matches an address with a user or a query, even in a variable that allows neither. */
const mayHoldPassword = /[:/].*@|\?/s;

function describeProblem(definition: Variable<unknown>, text: string): string {
  const isHidden = definition.secret === true || mayHoldPassword.test(text);
  const got = isHidden ? `${text.length} characters that do not fit` : JSON.stringify(text.slice(0, 80));
  return `${definition.name}: expected ${definition.expected}, got ${got}.`;
}
