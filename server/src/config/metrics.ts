import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

export const metrics = new Registry();

collectDefaultMetrics({ register: metrics });

export const requestsTotal = new Counter({
  name: 'magpie_requests_total',
  help: 'Calls answered, by procedure and HTTP status.',
  labelNames: ['procedure', 'status'],
  registers: [metrics],
});

export const requestsAborted = new Counter({
  name: 'magpie_requests_aborted_total',
  help: 'Requests whose connection closed before the response was fully sent, by route and procedure.',
  labelNames: ['route', 'procedure'],
  registers: [metrics],
});

export const requestSeconds = new Histogram({
  name: 'magpie_request_duration_seconds',
  help: 'Time from the first byte of a call to its response, by procedure.',
  labelNames: ['procedure'],
  buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
  registers: [metrics],
});

export const engineSeconds = new Histogram({
  name: 'magpie_engine_duration_seconds',
  help: 'Time that one statement took, by engine.',
  labelNames: ['engine'],
  buckets: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
  registers: [metrics],
});

export const researchCacheBytes = new Gauge({
  name: 'magpie_research_cache_bytes',
  help: 'Estimated memory of the advertisers whose ads this node holds for research.',
  registers: [metrics],
});

export const researchCacheEntries = new Gauge({
  name: 'magpie_research_cache_advertisers',
  help: 'Advertisers whose ads this node holds for research.',
  registers: [metrics],
});

export const jobRuns = new Counter({
  name: 'magpie_job_runs_total',
  help: 'Jobs that ended on this node, by queue and outcome (done or failed).',
  labelNames: ['queue', 'outcome'],
  registers: [metrics],
});

export const jobSeconds = new Histogram({
  name: 'magpie_job_duration_seconds',
  help: 'Time that a job took, by queue.',
  labelNames: ['queue'],
  buckets: [0.01, 0.05, 0.1, 0.5, 1, 5, 10, 30, 60, 300, 600],
  registers: [metrics],
});
