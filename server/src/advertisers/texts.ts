import type { contract, OutputOf, ParsedInputOf } from '@magpie/contract';
import type { Matching } from '../catalog/conditions.sql.ts';
import { pageAfter, walkAt } from '../catalog/cursor.ts';
import { scoreOfText } from '../catalog/score.ts';
import type { Handler } from '../kernel/procedure.ts';
import { refuseUnknown } from './refuseUnknown.ts';
import { adsOf, type ResearchParts } from './research.ts';
import { rankTexts, type TextKind, type TextRow } from './texts.sql.ts';

type GetAdCopies = typeof contract.brandSpy.getAdCopies;
type GetHeadlines = typeof contract.brandSpy.getHeadlines;
type Ranking = ParsedInputOf<GetAdCopies>;
type Page = ReturnType<typeof pageAfter>;

interface RankedText {
  readonly text: string;
  /** What is told of a text of either kind. */
  readonly statistics: Omit<OutputOf<GetAdCopies>['copies'][number], 'body'>;
}

/** `brandSpy.getAdCopies`: the copies of the ads that the filters select. */
export function adCopiesHandler(parts: ResearchParts): Handler<GetAdCopies> {
  return async ({ input }) => {
    const { texts, page } = await ranked(parts, input, 'body');
    return {
      copies: texts.map(({ text, statistics }) => Object.assign({ body: text }, statistics)),
      ...page,
    };
  };
}

/** `brandSpy.getHeadlines`: the same of their headlines. */
export function headlinesHandler(parts: ResearchParts): Handler<GetHeadlines> {
  return async ({ input }) => {
    const { texts, page } = await ranked(parts, input, 'headline');
    return {
      headlines: texts.map(({ text, statistics }) => Object.assign({ headline: text }, statistics)),
      ...page,
    };
  };
}

async function ranked(
  parts: ResearchParts,
  { sortBy, limit, cursor, ...filters }: Ranking,
  kind: TextKind,
): Promise<{ texts: RankedText[]; page: Page }> {
  const walk = walkAt(cursor, await parts.newestRecording());
  const ads = adsOf(filters, walk.asOf, parts.today());
  const rows = await rankTexts(parts.clickhouse, ads, kind, { sortBy, limit, offset: walk.offset });
  const beyond = rows.length === 0 && walk.offset > 0;
  const total = beyond ? await countTexts(parts, ads, kind) : (rows[0]?.texts ?? 0);
  if (total === 0) await refuseUnknown(parts, filters.companyName);
  return { texts: rows.map(toRankedText), page: pageAfter(walk, rows.length, total) };
}

/** For a page that has no row to tell it. */
async function countTexts({ clickhouse }: ResearchParts, ads: Matching, kind: TextKind): Promise<number> {
  const [first] = await rankTexts(clickhouse, ads, kind, { sortBy: 'adCount', limit: 1, offset: 0 });
  return first?.texts ?? 0;
}

function toRankedText(row: TextRow): RankedText {
  const { text, adCount, totalReach, daysRunning, firstSeenAt, lastSeenAt, sample, thumbnailUrl } = row;
  const score = scoreOfText(daysRunning, totalReach, adCount);
  const sampleAd = { hash: sample, thumbnailUrl: thumbnailUrl === '' ? null : thumbnailUrl };
  return {
    text,
    statistics: { adCount, totalReach, daysRunning, ...score, firstSeenAt, lastSeenAt, sampleAd },
  };
}
