import type { contract, ParsedInputOf } from '@magpie/contract';
import { pageInfo, decodeAdCursor } from '../ads/adCursor.ts';
import { scoreOfText } from '../ads/score.ts';
import { shortenEntries } from '../ads/shorten.ts';
import { listKey } from '../rpc/cursor.ts';
import type { Handler } from '../rpc/procedure.ts';
import { selectAds, type ResearchParts } from './research.ts';
import { assertKnownAdvertiser } from './directory.ts';
import type { TextKind } from './texts.sql.ts';

type GetAdCopies = typeof contract.brandSpy.getAdCopies;

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
  const ads = await selectAds(parts, filters, position.asOf);
  const { texts, read, total } = await ads.texts(kind, { sortBy, limit, offset: position.offset });
  if (total === 0) await assertKnownAdvertiser(parts, filters.companyName);
  return {
    texts: texts.map(({ text, ...row }) =>
      Object.assign(toKeyed(kind, text), row, scoreOfText(row.daysRunning, row.totalReach, row.adCount)),
    ),
    page: pageInfo(position, read, total),
  };
}

/** Typed here, since TypeScript widens computed keys to `string`. */
function toKeyed<Kind extends string>(kind: Kind, text: string): Readonly<Record<Kind, string>>;
function toKeyed(kind: string, text: string): object {
  return { [kind]: text };
}
