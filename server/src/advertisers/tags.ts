import { type contract, nearest } from '@magpie/contract';
import type { TagDefinition } from '../ads/enrichment.ts';
import { MagpieError, shown } from '@magpie/contract/errors';
import type { Handler } from '../rpc/procedure.ts';
import { onlyRow } from './onlyRow.ts';
import { assertKnownAdvertiser } from './assertKnownAdvertiser.ts';
import { adsOf, type ResearchParts } from './research.ts';
import { shareOf } from './share.ts';
import { averageScoreOf, rankTags } from './tags.sql.ts';

/** `brandSpy.getTags`: which tags the best ads of an advertiser have, with the ads that show it. */
export function tagsHandler(parts: ResearchParts): Handler<typeof contract.brandSpy.getTags> {
  return async ({ input: { category, limit, ...filters } }) => {
    const { clickhouse } = parts;
    const definitions = definitionsOf(parts.tagDefinitions, category);
    const ads = adsOf(filters, await parts.newestRecording(), parts.today());
    const { totalAds, averageScore } = onlyRow(await averageScoreOf(clickhouse, ads));
    if (averageScore === null) {
      await assertKnownAdvertiser(parts, filters.companyName);
      return { totalAds, averageScore, tags: [], total: 0 };
    }
    const tagIds = [...definitions.keys()];
    const rows = await rankTags(clickhouse, ads, { averageScore, tagIds, limit });
    const tags = rows.flatMap(({ total: _total, tagDefinitionId, ...row }) => {
      const definition = definitions.get(tagDefinitionId);
      return definition === undefined
        ? []
        : [{ ...definition, ...row, share: shareOf(row.adCount, totalAds) }];
    });
    return { totalAds, averageScore, tags, total: rows[0]?.total ?? 0 };
  };
}

/** By their ids. A category that no tag has is a mistake of the caller. */
function definitionsOf(
  all: readonly TagDefinition[],
  category: string | undefined,
): ReadonlyMap<number, TagDefinition> {
  const wanted = category?.toLowerCase();
  const chosen = all.filter((tag) => wanted === undefined || tag.category.toLowerCase() === wanted);
  if (category !== undefined && chosen.length === 0) {
    const categories = [...new Set(all.map((tag) => tag.category))];
    const meant = nearest(category, categories);
    const message = `category '${shown(category, 40)}' is unknown; it must be one of ${categories.join(', ')}.`;
    throw new MagpieError('BAD_REQUEST', message, {
      issues: [{ path: 'category', message }],
      ...(meant !== undefined && { suggestions: [meant] }),
    });
  }
  return new Map(chosen.map((tag) => [tag.tagDefinitionId, tag]));
}
