import {
  type Connector as ConnectorRecord,
  type contract,
  type InputOf,
  type LiveSource,
} from '@magpie/contract';
import { MagpieError, notFoundError } from '@magpie/contract/errors';
import { z } from 'zod';
import type { Postgres } from '../../db/postgres/postgres.ts';
import { addAuditEntry, toActor } from '../../rpc/auditLog.sql.ts';
import { invalidField, invalidInput } from '../../rpc/invalidField.ts';
import { withIsoTimes } from '../../rpc/isoTimes.ts';
import type { ProcedureHandlers } from '../../rpc/procedure.ts';
import type { Connector } from './connector.ts';
import { connectors } from './runSource.ts';
import { addSource } from './savedSources.ts';
import * as sql from './savedSources.sql.ts';
import { suggestSources } from './suggestSources.ts';

/** The scheduled queries to ad libraries. */
export function sourcesRouter({
  now,
}: {
  readonly now: () => Date;
}): ProcedureHandlers<typeof contract.sources> {
  const read = async (db: Postgres, name: string): Promise<LiveSource> => {
    const source = (await sql.listSources(db)).find((saved) => saved.name === name);
    if (source === undefined) throw notFoundError('source', name);
    return presentSource(source, now());
  };
  return {
    connectors: async () => connectors.map(describeConnector),
    list: async ({ db }) => (await sql.listSources(db)).map((source) => presentSource(source, now())),
    suggest: async ({ input: { text }, db }) => suggestSources(text, await sql.listSources(db)),
    create: async (call) => {
      const { db } = call;
      const { name, connector, everyMinutes } = call.input;
      const known = findConnector(connector);
      const query = { ...(await readCredentials(db, call.input)), ...call.input.query };
      assertQuery(known, query);
      if (!(await addSource(db, known, { name, query, everyMinutes }))) {
        throw new MagpieError('CONFLICT', `A source named '${name}' already exists; choose another name.`);
      }
      const details = { connector };
      await addAuditEntry(db, { ...toActor(call), act: 'source.created', subject: name, details });
      return read(db, name);
    },
    setEnabled: async ({ input: { name, enabled }, db }) => {
      await sql.setEnabled(db, name, enabled);
      return read(db, name);
    },
    setInterval: async ({ input: { name, everyMinutes }, db }) => {
      await sql.setInterval(db, name, everyMinutes);
      return read(db, name);
    },
    run: async ({ input: { name }, db }) => {
      const { enabled, isRunning } = await read(db, name);
      if (!enabled) throw new MagpieError('CONFLICT', `The source '${name}' is paused; resume it first.`);
      if (isRunning) throw new MagpieError('CONFLICT', `The source '${name}' is already running.`);
      await sql.setDue(db, name, now());
      return read(db, name);
    },
    delete: async (call) => {
      const { db } = call;
      const { name } = call.input;
      if (!(await sql.deleteSource(db, name))) throw notFoundError('source', name);
      await addAuditEntry(db, { ...toActor(call), act: 'source.deleted', subject: name });
      return { success: true };
    },
  };
}

async function readCredentials(
  db: Postgres,
  { connector, credentialsFrom }: InputOf<typeof contract.sources.create>,
): Promise<sql.QueryFields> {
  if (credentialsFrom === undefined) return {};
  const secrets = await sql.readSecrets(db, credentialsFrom, connector);
  if (secrets === undefined) throw invalidField('credentialsFrom', `must be a source of ${connector}`);
  return secrets;
}

function findConnector(name: string): Connector {
  const found = connectors.find(({ source }) => source === name);
  if (found !== undefined) return found;
  const suggestions = connectors.map(({ source }) => source);
  const message = `connector must be one of ${suggestions.join(', ')}.`;
  throw new MagpieError('BAD_REQUEST', message, { issues: [{ path: 'connector', message }], suggestions });
}

/** Where requests with credentials are sent, possibly inside the network of the server. */
const serverOptions: readonly string[] = ['baseUrl', 'tokenUrl'];

/** Issues name fields of the query, never their values, which may be secrets. */
function assertQuery({ options }: Connector, query: Readonly<Record<string, unknown>>): void {
  const serverOption = serverOptions.find((name) => Object.hasOwn(query, name));
  if (serverOption !== undefined) {
    throw invalidField(`query.${serverOption}`, 'can be set only on the command line of the server');
  }
  const parsed = options.safeParse(query);
  if (!parsed.success) throw invalidInput(parsed.error, { input: options }, 'query');
}

function describeConnector({ source, about, options, secrets }: Connector): ConnectorRecord {
  const { properties = {}, required = [] } = z.toJSONSchema(options, { io: 'input', unrepresentable: 'any' });
  const named = Object.entries(properties).filter(([name]) => !serverOptions.includes(name));
  const fields = named.map(([name, property]) => {
    const schema = typeof property === 'boolean' ? {} : property;
    return {
      name,
      about: schema.description ?? '',
      type: fieldType(schema.type),
      choices: schema.enum?.map(String) ?? null,
      required: required.includes(name),
      secret: secrets.includes(name),
      default: formatDefault(schema.default),
    };
  });
  return { connector: source, ...about, fields };
}

function formatDefault(value: unknown): string | null {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : null;
}

function fieldType(type: unknown): ConnectorRecord['fields'][number]['type'] {
  if (type === 'array') return 'list';
  if (type === 'integer' || type === 'number') return 'number';
  return type === 'boolean' ? 'boolean' : 'text';
}

function formatValue(value: unknown): string {
  return Array.isArray(value) ? value.join(', ') : String(value);
}

function presentSource(source: sql.SavedSource, now: Date): LiveSource {
  const { name, connector, query, everyMinutes, enabled, claimedUntil, lastStartedAt } = source;
  const isRunning = claimedUntil !== null && claimedUntil > now;
  const isFinished =
    lastStartedAt !== null && source.lastFinishedAt !== null && source.lastFinishedAt >= lastStartedAt;
  const lastRun =
    lastStartedAt === null
      ? null
      : withIsoTimes({
          startedAt: lastStartedAt,
          finishedAt: isFinished ? source.lastFinishedAt : null,
          error: source.lastError,
          counts: source.lastCounts,
        });
  return {
    name,
    connector,
    query: Object.entries(query).map(([field, value]) => ({ field, value: formatValue(value) })),
    everyMinutes,
    enabled,
    isRunning,
    nextRunAt: source.dueAt.toISOString(),
    lastRun,
  };
}
