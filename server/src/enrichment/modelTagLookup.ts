import type { Postgres } from '../db/postgres/postgres.ts';
import { withModelTags } from './modelTags.ts';
import { hashOfTexts, textsOf, type TaggableTexts } from './tagTexts.ts';
import { hasTextTags, findTextTags } from './textTags.sql.ts';
import type { TextAnalysis } from './words.ts';

/** Adds stored model tags for the same texts to analyses. */
export type AddModelTags = (
  tx: Postgres,
  ads: readonly TaggableTexts[],
  analyses: readonly TextAnalysis[],
) => Promise<readonly TextAnalysis[]>;

/** Without a model, checks once per process whether there are stored tags from earlier. */
export function createModelTagLookup(hasModel: boolean): AddModelTags {
  let isUsed = hasModel ? true : undefined;
  return async (tx, ads, analyses) => {
    isUsed ??= await hasTextTags(tx);
    return isUsed ? addStoredTags(tx, ads, analyses) : analyses;
  };
}

const addStoredTags: AddModelTags = async (tx, ads, analyses) => {
  const hashes = ads.map((ad) => hashOfTexts(textsOf(ad)));
  const stored = await tagsByText(
    tx,
    hashes.filter((hash) => hash !== null),
  );
  return analyses.map((each, index) => {
    const hash = hashes[index] ?? null;
    if (hash === null) return { ...each, isModelTaggingDone: true };
    const named = stored.get(hash);
    return named === undefined ? each : { ...withModelTags(each, named), isModelTaggingDone: true };
  });
};

/** Model tags by text hash. */
export async function tagsByText(
  db: Postgres,
  hashes: readonly string[],
): Promise<ReadonlyMap<string, readonly number[]>> {
  const rows = hashes.length === 0 ? [] : await findTextTags(db, [...new Set(hashes)]);
  return new Map(rows.map(({ textHash, tags }) => [textHash, tags]));
}
