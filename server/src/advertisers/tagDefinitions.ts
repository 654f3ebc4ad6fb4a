import { closestName } from '@magpie/contract';
import { MagpieError, sanitizeForMessage } from '@magpie/contract/errors';
import type { TagDefinition } from '../ads/enrichment.ts';

/** By id; of one category or of all. */
export function chooseDefinitions(
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
