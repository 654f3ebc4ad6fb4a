import { type contract, closestName } from '@magpie/contract';
import type { TagDefinition } from '../ads/enrichment.ts';
import { MagpieError, sanitizeForMessage } from '@magpie/contract/errors';
import type { Handler } from '../rpc/procedure.ts';
import { singleRow } from './stats.sql.ts';
import { assertKnownAdvertiser } from './directory.ts';
import { advertiserAds, type ResearchParts, shareOf } from './research.ts';
import { averageScoreOf, rankTags } from './tags.sql.ts';

export function tagsHandler(parts: ResearchParts): Handler<typeof contract.brandSpy.getTags> {
  return async ({ input: { category, limit, ...filters } }) => {
    const { clickhouse } = parts;
    const definitions = definitionsOf(parts.tagDefinitions, category);
    const ads = advertiserAds(filters, await parts.newestRecording(), parts.today());
    const { totalAds, averageScore } = singleRow(await averageScoreOf(clickhouse, ads));
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

function definitionsOf(
  all: readonly TagDefinition[],
  category: string | undefined,
): ReadonlyMap<number, TagDefinition> {
  const wanted = category?.toLowerCase();
  const chosen = all.filter((tag) => wanted === undefined || tag.category.toLowerCase() === wanted);
  if (category !== undefined && chosen.length === 0) {
    const categories = [...new Set(all.map((tag) => tag.category))];
    const suggestion = closestName(category, categories);
    const message = `category '${sanitizeForMessage(category, 40)}' is unknown; it must be one of ${categories.join(', ')}.`;
    throw new MagpieError('BAD_REQUEST', message, {
      issues: [{ path: 'category', message }],
      ...(suggestion !== undefined && { suggestions: [suggestion] }),
    });
  }
  return new Map(chosen.map((tag) => [tag.tagDefinitionId, tag]));
}
