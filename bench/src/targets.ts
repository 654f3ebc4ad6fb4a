import { procedureBase } from '@magpie/contract/limits';
import type { Target } from './measure.ts';
import { envelope, tagRanking, unreadCount } from './payload.ts';
import type { TargetProcess } from './process.ts';

export interface Processes {
  readonly nodeHttp: TargetProcess;
  readonly fastify: TargetProcess;
  readonly fastifyAnswer: TargetProcess;
  readonly trpc: TargetProcess;
  readonly app: TargetProcess;
  readonly service: TargetProcess;
}

/** What every ratio is to. */
export const baseline = 'bare Fastify, a ready string';

const base = procedureBase;
const inputOf = (input: unknown): string => `?input=${encodeURIComponent(JSON.stringify(input))}`;
const slug = 'summer-campaigns';

export function targetsOf(processes: Processes, apiKey: string): Target[] {
  const { nodeHttp, fastify, fastifyAnswer, trpc, app, service } = processes;
  const headers = { authorization: `Bearer ${apiKey}` };
  const ranking = exactly(envelope(tagRanking));
  const count = exactly(envelope(unreadCount));
  return [
    { name: 'bare node:http, a ready string', process: nodeHttp, path: '/', headers, problem: ranking },
    { name: baseline, process: fastify, path: '/', headers, problem: ranking },
    {
      name: "the same with an answer's headers and log line",
      process: fastifyAnswer,
      path: '/',
      headers,
      problem: ranking,
    },
    {
      name: "tRPC's caller behind Fastify, without keys or limits",
      process: trpc,
      path: '/caller/notifications.unreadCount',
      headers,
      problem: count,
    },
    {
      name: "tRPC's Fastify adapter, without keys or limits",
      process: trpc,
      path: '/adapter/notifications.unreadCount',
      headers,
      problem: count,
    },
    {
      name: 'cached answer (trending.topTagsByEngagement)',
      process: app,
      path: `${base}/trending.topTagsByEngagement${inputOf({ windowDays: 30 })}`,
      headers,
      problem: ranking,
      aim: 0.7,
    },
    {
      name: 'trivial procedure (notifications.unreadCount)',
      process: app,
      path: `${base}/notifications.unreadCount`,
      headers,
      problem: count,
      aim: 0.5,
    },
    {
      name: 'trivial procedure with input (boards.checkSlugAvailability)',
      process: app,
      path: `${base}/boards.checkSlugAvailability${inputOf({ slug })}`,
      headers,
      problem: exactly(envelope({ slug, available: true, reason: null })),
    },
    {
      name: 'apiKeys.list on PostgreSQL, the whole service',
      process: service,
      path: `${base}/apiKeys.list`,
      headers,
      problem: listsKey(apiKey),
    },
  ];
}

function exactly(expected: string): Target['problem'] {
  return (body) =>
    body === expected ? undefined : `expected ${expected.slice(0, 100)}, got ${body.slice(0, 100)}`;
}

function listsKey(apiKey: string): Target['problem'] {
  return (body) => {
    const { result } = JSON.parse(body) as { result?: { data?: { prefix?: string }[] } };
    const [first, ...others] = result?.data ?? [];
    const right = others.length === 0 && first?.prefix !== undefined && apiKey.startsWith(first.prefix);
    return right ? undefined : `expected the one key of the owner, got ${body.slice(0, 300)}`;
  };
}
