import type { contract } from '@magpie/contract';
import type { Handler } from '../rpc/procedure.ts';
import type { TagDefinition } from './enrichment.ts';
import { compareUtf8 } from './textOrder.ts';

export function tagsHandler(definitions: readonly TagDefinition[]): Handler<typeof contract.tags.list> {
  const tags = definitions
    .map(({ tagDefinitionId, category, shortText }) => ({ tagDefinitionId, category, shortText }))
    .toSorted(
      (one, other) =>
        compareUtf8(one.category, other.category) || compareUtf8(one.shortText, other.shortText),
    );
  return () => Promise.resolve(tags);
}
