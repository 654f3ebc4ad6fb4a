import { columnsIn, type SuggestedMapping, suggestMapping } from '@magpie/sources/table/table';

export interface NoAds {
  readonly reason: string;
  /** With the mapping. */
  readonly why: string;
  readonly details?: readonly string[];
  readonly suggestion: SuggestedMapping | null;
}

/** How the caller maps columns: options of the command, or parameters of the request. */
export interface MappingSyntax {
  readonly separator: string;
  readonly write: (field: string, column: string | null) => string;
}

/** Why a file contains no ads, with the mapping that would read it and some of its rows. */
export function explainNoAds(
  reason: string,
  sample: readonly unknown[],
  { separator, write }: MappingSyntax,
): NoAds {
  if (columnsIn(sample).length === 0) return { reason, why: reason, suggestion: null };
  const named = reason.replace(/\.$/, '');
  const suggestion = suggestMapping(sample);
  const { advertiser = null, bodies = null } = suggestion?.map ?? {};
  const options = [write('advertiser', advertiser), write('bodies', bodies)].join(separator);
  const isComplete = advertiser !== null && bodies !== null;
  const why = isComplete
    ? `${named}; if these are ads, read them with ${options}`
    : `${named}; if these are ads, map the columns with ${options}.`;
  if (suggestion === null) return { reason, why, suggestion };
  const rows = isComplete ? suggestion.examples : [suggestion.columns, ...suggestion.examples];
  return { reason, why, details: rows.map((cells) => `  ${cells.join(' | ')}`), suggestion };
}
