import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  cleanUp,
  connectionOf,
  connectTo,
  enqueueJob,
  preparedDataFolder,
  type ServerProcess,
  startServer,
} from './testing/process.ts';

const testOptions = { timeout: 240_000 };
const file = path.resolve(import.meta.dirname, '../../deploy/grafana-dashboard.json');

interface Panel {
  readonly type: string;
  readonly title: string;
  readonly gridPos: { readonly x: number; readonly y: number; readonly w: number; readonly h: number };
  readonly targets?: readonly { readonly expr: string; readonly legendFormat: string }[];
}

interface Variable {
  readonly name: string;
  readonly query: string | { readonly query: string };
}

const dashboard = JSON.parse(readFileSync(file, 'utf8')) as {
  readonly panels: readonly Panel[];
  readonly templating: { readonly list: readonly Variable[] };
};
const targets = dashboard.panels.flatMap((panel) => panel.targets ?? []);
const variables = dashboard.templating.list.flatMap(({ query }) =>
  typeof query === 'string' ? [] : [query.query],
);
const expressions = [...targets.map(({ expr }) => expr), ...variables];

/** The labels that Prometheus adds to every metric. */
const addedLabels = ['instance'];

/** Name and labels of every series in a response of /metrics. */
function seriesIn(text: string): Map<string, Set<string>> {
  const series = new Map<string, Set<string>>();
  for (const [, name = '', labels = ''] of text.matchAll(/^([a-z]\w*)(?:\{(.*)\})? \S+$/gim)) {
    const known = series.get(name) ?? new Set(addedLabels);
    for (const [, label = ''] of labels.matchAll(/(\w+)="/g)) known.add(label);
    series.set(name, known);
  }
  return series;
}

/** The metrics and labels in an expression. */
function readBy(expression: string): { names: string[]; labels: string[] } {
  const bare = expression.replaceAll(/"[^"]*"/g, '""');
  const names = [...bare.matchAll(/\b(?:magpie|process|nodejs)_\w+/g)].map(([name]) => name);
  const lists = [
    ...[...bare.matchAll(/\b(?:by|without) \(([^)]*)\)/g)].map(([, list = '']) => list.split(',')),
    ...[...bare.matchAll(/\{([^}]*)\}/g)].map(([, list = '']) =>
      list.split(',').map((matcher) => matcher.split(/[=!]/)[0] ?? ''),
    ),
    ...[...bare.matchAll(/label_values\(\w+, (\w+)\)/g)].map(([, label = '']) => [label]),
  ];
  return {
    names,
    labels: lists
      .flat()
      .map((label) => label.trim())
      .filter(Boolean),
  };
}

describe('the Grafana dashboard', testOptions, () => {
  let server: ServerProcess;
  let series: Map<string, Set<string>>;
  beforeAll(async () => {
    server = await startServer(await preparedDataFolder());
    const db = connectTo(server.dataFolder);
    await db.query(
      `INSERT INTO sources (name, connector, query, secrets, every_minutes, enabled, last_finished_at)
       VALUES ('shoes', 'meta-api', '{}', '{}', 60, false, now())`,
    );
    await db.close();
    await fetch(`${server.address}/api/ingest`, {
      method: 'POST',
      headers: { authorization: `Bearer ${server.key ?? ''}`, 'content-type': 'application/x-ndjson' },
      body: '{"key":"meta:1","advertiser":{"name":"Acme"}}\n',
    });
    await server.clientWith(server.key ?? '').get('boards.list');
    await enqueueJob(connectionOf(server.dataFolder), 'housekeeping');
    await vi.waitUntil(
      async () => {
        series = seriesIn(await (await fetch(`${server.address}/metrics`)).text());
        return series.has('magpie_job_runs_total') && series.has('magpie_import_last_timestamp_seconds');
      },
      { timeout: 200_000, interval: 1000 },
    );
  }, testOptions.timeout);
  afterAll(cleanUp);

  it('uses only metrics and labels of a running server', () => {
    expect(expressions.length).toBeGreaterThan(20);
    for (const expression of expressions) {
      const { names, labels } = readBy(expression);
      expect(names, expression).not.toEqual([]);
      expect(
        names.filter((name) => !series.has(name)),
        expression,
      ).toEqual([]);
      const isKnown = (label: string): boolean => names.some((name) => series.get(name)?.has(label));
      expect(
        labels.filter((label) => !isKnown(label)),
        expression,
      ).toEqual([]);
    }
  });

  it('uses only labels of the expression in its legends', () => {
    for (const { expr, legendFormat } of targets) {
      const wanted = [...legendFormat.matchAll(/\{\{(\w+)\}\}/g)].map(([, label]) => label ?? '');
      const kept = /\bby \(/.test(expr) ? readBy(expr).labels : [...readBy(expr).labels, ...addedLabels];
      expect(
        wanted.filter((label) => !kept.includes(label)),
        expr,
      ).toEqual([]);
    }
  });

  it('shows jobs, outboxes, sources, disk and build', () => {
    const shown = new Set(expressions.flatMap((expression) => readBy(expression).names));
    const own = [...series.keys()].filter((name) =>
      /^magpie_(?:job|outbox|source|import|disk|build|state)/.test(name),
    );
    const left = own.filter((name) => !shown.has(name) && !/_(?:sum|count)$/.test(name));
    expect(left).toEqual([]);
  });

  it('has no overlapping panels', () => {
    for (const [at, one] of dashboard.panels.entries()) {
      for (const other of dashboard.panels.slice(at + 1)) {
        const [a, b] = [one.gridPos, other.gridPos];
        const overlaps = a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;
        expect([one.title, other.title, overlaps]).toEqual([one.title, other.title, false]);
      }
    }
  });
});
