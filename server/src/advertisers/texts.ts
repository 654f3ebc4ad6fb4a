import type { contract, OutputOf, ParsedInputOf } from '@magpie/contract';
import { pageInfo, decodeAdCursor } from '../ads/adCursor.ts';
import { scoreOfText } from '../ads/score.ts';
import { shortenEntries } from '../ads/shorten.ts';
import { listKey } from '../rpc/cursor.ts';
import type { Handler } from '../rpc/procedure.ts';
import { rankedPage, advertiserAds, type ResearchParts } from './research.ts';
import { assertKnownAdvertiser } from './directory.ts';
import { rankTexts, textsById, type TextKind, type TextRow } from './texts.sql.ts';

type GetAdCopies = typeof contract.brandSpy.getAdCopies;

type Statistics = Omit<OutputOf<GetAdCopies>['copies'][number], 'body' | 'shortened'>;

export function adCopiesHandler(parts: ResearchParts): Handler<GetAdCopies> {
  return async ({ input }) => {
    const { texts, page } = await rankedTexts(parts, input, 'body', 'brandSpy.getAdCopies');
    return { copies: await shortenEntries(texts), ...page };
  };
}

export function headlinesHandler(parts: ResearchParts): Handler<typeof contract.brandSpy.getHeadlines> {
  return async ({ input }) => {
    const { texts, page } = await rankedTexts(parts, input, 'headline', 'brandSpy.getHeadlines');
    return { headlines: texts, ...page };
  };
}

export function hooksHandler(parts: ResearchParts): Handler<typeof contract.brandSpy.getHooks> {
  return async ({ input }) => {
    const { texts, page } = await rankedTexts(parts, input, 'hook', 'brandSpy.getHooks');
    return { hooks: texts, ...page };
  };
}

async function rankedTexts<Kind extends TextKind>(
  parts: ResearchParts,
  input: ParsedInputOf<GetAdCopies>,
  kind: Kind,
  procedure: string,
) {
  const { sortBy, limit, cursor, ...filters } = input;
  const position = decodeAdCursor(listKey(procedure, input), cursor, await parts.newestRecording());
  const ads = advertiserAds(filters, position.asOf, parts.today());
  const { rows, total } = await rankedPage(position, limit, (at) =>
    rankTexts(parts.clickhouse, ads, kind, { sortBy, ...at }),
  );
  if (total === 0) await assertKnownAdvertiser(parts, filters.companyName);
  const texts = await textsById(parts.clickhouse, ads, kind, rows);
  return {
    texts: rows.flatMap((row) => {
      const text = texts.get(row.id);
      // The sample ad may have lost the text since the ranking was read.
      return text === undefined ? [] : [{ ...toKeyed(kind, text), ...toStatistics(row) }];
    }),
    page: pageInfo(position, rows.length, total),
  };
}

/** Typed here, since TypeScript widens computed keys to `string`. */
function toKeyed<Kind extends string>(kind: Kind, text: string): Readonly<Record<Kind, string>>;
function toKeyed(kind: string, text: string): object {
  return { [kind]: text };
}

function toStatistics(row: TextRow): Statistics {
  const { adCount, totalReach, daysRunning, firstSeenAt, lastSeenAt, sample, thumbnailUrl } = row;
  const score = scoreOfText(daysRunning, totalReach, adCount);
  const sampleAd = { hash: sample, thumbnailUrl: thumbnailUrl === '' ? null : thumbnailUrl };
  return { adCount, totalReach, daysRunning, ...score, firstSeenAt, lastSeenAt, sampleAd };
}
