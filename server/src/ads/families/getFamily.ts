import type { contract, OutputOf } from '@magpie/contract';
import { notFoundError } from '@magpie/contract/errors';
import type { ClickHouse } from '../../db/clickhouse/clickhouse.ts';
import { groupBy } from '../../db/postgres/batches.sql.ts';
import { describeStarts } from '../run.ts';
import type { Handler } from '../../rpc/procedure.ts';
import { advertisersById } from '../ads.sql.ts';
import {
  compareCreatives,
  describeSame,
  normalizeText,
  type Creative,
  type SameCreative,
} from './creatives.ts';
import { readFamilyMomentum } from './familyMomentum.ts';
import { describeRuns } from './familyRuns.ts';
import * as sql from './families.sql.ts';

type GetFamily = typeof contract.ads.getFamily;
type Family = OutputOf<GetFamily>;

/** Bounds the memory and time for a creative that thousands of ads have. */
const maxAds = 5000;
const maxVariants = 20;
const maxEdges = 50;
/** Of two pictures, each with and without its edge. */
const hashPairs = 4;

export function familyHandler(clickhouse: ClickHouse): Handler<GetFamily> {
  return async ({ input: { hash, limit }, newestRecording }) => {
    const now = { asOf: await newestRecording(), today: new Date().toISOString().slice(0, 10) };
    const ad = await sql.memberByHash(clickhouse, hash, now);
    if (ad === undefined) throw notFoundError('ad', hash, `There is no ad ${hash} in the index.`);
    const [known] = await sql.creativesById(clickhouse, ad.creatives);
    const family = known === undefined ? null : { ...now, family: known.family };
    const members = family === null ? [ad] : await sql.membersOfFamily(clickhouse, family, maxAds);
    const isComplete = family === null || members.length < maxAds;
    const [total, edges, names, momentum] = await Promise.all([
      isComplete ? members.length : sql.countMembers(clickhouse, family),
      family === null ? [] : sql.edgesOfFamily(clickhouse, family, hashPairs * maxEdges),
      readNames(clickhouse, members),
      isComplete ? readFamilyMomentum(clickhouse, members, now.today) : null,
    ]);
    const shown = members.slice(0, limit);
    const creatives = await readCreatives(clickhouse, [ad, ...shown]);
    const variants = listVariants(members);
    return {
      familyId: family === null ? null : formatFamilyId(family.family),
      total,
      members: shown.map((member) => describeMember(member, names, compare(ad, member, creatives))),
      variants: variants.slice(0, maxVariants),
      totalVariants: variants.length,
      ...describeRuns(members, (id) => names.get(id) ?? ''),
      edges: listStrongest([...sharedCreatives(members, creatives), ...nearCreatives(members, edges)]),
      momentum,
      evidence: describeEvidence(members),
    };
  };
}

export function formatFamilyId(family: number): string {
  return family.toString(16).padStart(13, '0');
}

export function parseFamilyId(id: string): number {
  return Number.parseInt(id, 16);
}

async function readNames(clickhouse: ClickHouse, members: readonly sql.MemberRow[]) {
  const ids = [...new Set(members.map(({ advertiserId }) => advertiserId))];
  const rows = await advertisersById(clickhouse, ids);
  return new Map(rows.map((row) => [row.advertiser_id, row.name]));
}

type Creatives = ReadonlyMap<number, Creative>;

async function readCreatives(clickhouse: ClickHouse, members: readonly sql.MemberRow[]): Promise<Creatives> {
  const rows = await sql.creativesById(clickhouse, [
    ...new Set(members.flatMap(({ creatives }) => creatives)),
  ]);
  return new Map(rows.map(({ creative: id, kind, text }) => [id, { id, kind, text }]));
}

function describeMember(
  member: sql.MemberRow,
  names: ReadonlyMap<number, string>,
  sameAs: SameCreative | null,
): Family['members'][number] {
  const { hash, advertiserId, headline, body, firstDate, lastDate, isActive } = member;
  const companyName = names.get(advertiserId) ?? '';
  return {
    hash,
    advertiserId,
    companyName,
    headline,
    body,
    firstDate,
    lastDate,
    isRunning: isActive === 1,
    sameAs,
  };
}

function compare(ad: sql.MemberRow, member: sql.MemberRow, known: Creatives): SameCreative | null {
  if (member.hash === ad.hash) return null;
  const creativesOf = ({ creatives }: sql.MemberRow): Creative[] =>
    creatives.flatMap((id) => known.get(id) ?? []);
  return compareCreatives(creativesOf(ad), creativesOf(member));
}

function listVariants(members: readonly sql.MemberRow[]): Family['variants'] {
  const texts = members.flatMap(({ body, firstDate }) => (body === null ? [] : [{ body, firstDate }]));
  const groups = groupBy(texts, ({ body }) => normalizeText(body));
  return [...groups.values()]
    .map((same) => ({
      text: same[0]?.body ?? '',
      ads: same.length,
      firstDate: same[0]?.firstDate ?? '',
    }))
    .toSorted((one, other) => other.ads - one.ads);
}

function listStrongest(edges: Family['edges']): Family['edges'] {
  const strongest = new Map<string, Family['edges'][number]>();
  for (const edge of edges) {
    const key = `${edge.kind} ${[edge.hash, edge.otherHash].toSorted().join(' ')}`;
    const known = strongest.get(key);
    if (known === undefined || nearness(edge) > nearness(known)) strongest.set(key, edge);
  }
  return [...strongest.values()].slice(0, maxEdges);
}

function nearness({ similarity, pictureDistance }: Family['edges'][number]): number {
  return similarity ?? -(pictureDistance ?? 0);
}

/** Of the shown ads. */
function sharedCreatives(members: readonly sql.MemberRow[], known: Creatives): Family['edges'] {
  return Array.from(known.values()).flatMap(({ id, kind }) => {
    const [first, second] = members.filter(({ creatives }) => creatives.includes(id));
    if (first === undefined || second === undefined) return [];
    return [{ hash: first.hash, otherHash: second.hash, ...describeSame(kind, 1) }];
  });
}

function nearCreatives(
  members: readonly sql.MemberRow[],
  edges: Awaited<ReturnType<typeof sql.edgesOfFamily>>,
): Family['edges'] {
  const firstWith = (id: number): string | undefined =>
    members.find(({ creatives }) => creatives.includes(id))?.hash;
  return edges.flatMap(({ one, other, kind, similarity }) => {
    const [hash, otherHash] = [firstWith(one), firstWith(other)];
    if (hash === undefined || otherHash === undefined || hash === otherHash) return [];
    return [{ hash, otherHash, ...describeSame(kind, similarity) }];
  });
}

function describeEvidence(members: readonly sql.MemberRow[]): Family['evidence'] {
  const publishedStarts = members.filter(({ isStartPublished }) => isStartPublished === 1).length;
  return {
    ...describeStarts(members.length, publishedStarts),
    sources: [...new Set(members.flatMap(({ sources }) => sources))].toSorted(),
  };
}
