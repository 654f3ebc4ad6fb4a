import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { getUrl, type Target } from './measure.ts';
import { envelope, headlineRanking, tagRanking } from './payload.ts';
import { startTarget, type TargetProcess } from './process.ts';

export type Case<Process extends string> = Omit<Target, 'process' | 'headers'> & {
  readonly process: Process;
};

export type CachedProcesses = Readonly<Record<'fastify' | 'fastifyResearch' | 'app', TargetProcess>>;

interface CachedCase {
  /** Sends the same bytes with the same headers and log line: a cached response cannot be faster. */
  readonly peer: Case<keyof CachedProcesses>;
  readonly ours: Case<keyof CachedProcesses>;
}

function createCase(
  kind: string,
  process: 'fastify' | 'fastifyResearch',
  [procedure, input, response]: readonly [string, object, object],
): CachedCase {
  const url = getUrl(procedure, input);
  const expected = envelope(response);
  const name = `Fastify, a ${kind} answer with its headers and log line`;
  return {
    // With the same query, so that the URL is as long.
    peer: { name, process, path: `/with-headers${url.slice(url.indexOf('?'))}`, expected },
    ours: {
      name: `cached ${kind} answer (${procedure})`,
      process: 'app',
      path: url,
      expected,
      aim: 0.75,
      aimedAt: name,
    },
  };
}

export const cachedCases: readonly CachedCase[] = [
  createCase('trending', 'fastify', ['trending.topTagsByEngagement', { windowDays: 30 }, tagRanking]),
  createCase('research', 'fastifyResearch', [
    'brandSpy.getHeadlines',
    { companyName: 'Acme' },
    headlineRanking,
  ]),
];

export async function startCachedProcesses(
  folder: string,
  apiKey: string,
  start: (launch: Promise<TargetProcess>) => Promise<TargetProcess>,
): Promise<CachedProcesses> {
  const write = (name: string, response: object): string => {
    const file = path.join(folder, name);
    writeFileSync(file, envelope(response));
    return file;
  };
  const [ranking, headlines] = [write('ranking.json', tagRanking), write('headlines.json', headlineRanking)];
  return {
    fastify: await start(startTarget('fastify', [ranking], folder)),
    fastifyResearch: await start(startTarget('fastify', [headlines, 'brandSpy.getHeadlines'], folder)),
    app: await start(startTarget('app', [path.join(folder, 'app'), apiKey], folder)),
  };
}
