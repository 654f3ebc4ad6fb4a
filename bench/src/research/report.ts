import { markdown, median, percent, quantile, thousands } from '../harness.ts';
import type { Question } from './questions.ts';
import type { Cached, Cold, Results, Times, UnderLoad } from './rounds.ts';

const short = (milliseconds: number): string => milliseconds.toFixed(milliseconds < 100 ? 1 : 0);

function timesCell(values: readonly number[]): string {
  return values.length === 0 ? '–' : `${short(median(values))} / ${short(quantile(values, 0.95))}`;
}

/** One row for each question: medians and 95th percentiles in milliseconds. */
export function questionTable(results: Results, size: number): string {
  const peers = Object.keys([...results.values()][0]?.peers ?? {});
  const row = ([question, times]: readonly [Question, Times]): string[] => [
    question.name,
    timesCell(times.overHttp),
    timesCell(times.withoutMemory),
    timesCell(times.engineAlone),
    ...peers.map((peer) => timesCell(times.peers[peer] ?? [])),
    times.engineAlone.length === 0 ? '–' : (median(times.overHttp) / median(times.engineAlone)).toFixed(2),
    missedBy(question, times, size).join(', ') || 'none',
  ];
  const titles = ['Question', 'HTTP', 'Without memory', 'Engine alone', ...peers, 'To engine', 'Aims missed'];
  return markdown(titles.join(' | '), [...results].map(row));
}

/** From this size on the service is to be ahead of its peers. */
const isLarge = (size: number): boolean => size >= 1_000_000;

/** Up to this many ads of an advertiser, a response from memory is to take this long: the imported ads have a large one of about 3,400. */
const memoryAim = { ads: 3500, milliseconds: 2 };

function missedFromMemory({ ads = 0 }: Question, { peers }: Times, ours: number): string[] {
  const { PostgreSQL: theirs = [] } = peers;
  return [
    ...(ads <= memoryAim.ads && ours > memoryAim.milliseconds ? [`${memoryAim.milliseconds} ms`] : []),
    ...(ours > median(theirs) ? ['PostgreSQL'] : []),
  ];
}

function missedBy(question: Question, times: Times, size: number): string[] {
  const ours = median(times.overHttp);
  if (question.ads !== undefined) return missedFromMemory(question, times, ours);
  const engine = median(times.engineAlone);
  const atMost = question.atMost?.[size];
  const atMost95 = question.atMost95?.[size];
  return [
    ...(ours > 1.3 * engine + 1 ? ['1.3 × engine + 1 ms'] : []),
    ...(atMost !== undefined && ours > atMost ? [`${atMost} ms`] : []),
    ...(atMost95 !== undefined && quantile(times.overHttp, 0.95) > atMost95 ? [`95 % ≤ ${atMost95} ms`] : []),
    ...(isLarge(size)
      ? Object.keys(times.peers).filter((peer) => ours > median(times.peers[peer] ?? []))
      : []),
  ];
}

export function coldTable(results: ReadonlyMap<Question, Cold>): string {
  const rows = [...results].map(([{ name }, { overHttp, engineAlone }]) => [
    name,
    timesCell(overHttp),
    timesCell(engineAlone),
    (median(overHttp) / median(engineAlone)).toFixed(2),
  ]);
  return markdown('First question | HTTP | Engine alone | Aim ≤ 1.3', rows);
}

export function growthTable(bySize: ReadonlyMap<number, Results>): string {
  const [smallest] = bySize.values();
  const questions = [...(smallest?.keys() ?? [])].filter((each) => each.isSameAtEverySize);
  const row = ({ name }: Question): string[] => {
    const medians = [...bySize.values()].map((results) => medianOf(results, name));
    return [name, ...medians.map(short), `${((medians.at(-1) ?? 0) / (medians[0] ?? 0)).toFixed(2)} ×`];
  };
  const sizes = [...bySize.keys()].map((size) => `of ${thousands(size)}`);
  return markdown(['The same ads, ms', ...sizes, 'Aim ≤ 1.5 ×'].join(' | '), questions.map(row));
}

function medianOf(results: Results, name: string): number {
  const found = [...results].find(([question]) => question.name === name);
  return median(found?.[1].overHttp ?? []);
}

export function cachedTable(cached: readonly Cached[]): string {
  const rows = cached.map((each) => [
    each.name,
    `${(each.bytes / 1000).toFixed(1)} kB`,
    thousands(each.requestsPerSecond),
    thousands(each.bareFastify),
    percent(each.ratio),
  ]);
  return markdown('Cached response | Size | Requests/s | Bare Fastify | To bare Fastify', rows);
}

export function loadSentence(
  about: string,
  { seconds, milliseconds, errors, peakMegabytes }: UnderLoad,
): string {
  const at = (share: number): string => `${short(quantile(milliseconds, share))} ms`;
  const speed = thousands(milliseconds.length / seconds);
  const wrong = errors.length === 0 ? 'no error' : `${errors.length} errors, the first: ${errors[0]}`;
  const memory = peakMegabytes === undefined ? '' : ` The process took up to ${thousands(peakMegabytes)} MB.`;
  return `64 connections, ${Math.round(seconds)} s of ${about}: ${speed} answers a second, median ${at(0.5)}, 95th percentile ${at(0.95)}, 99th ${at(0.99)}, slowest ${at(1)}; ${wrong}.${memory}`;
}
