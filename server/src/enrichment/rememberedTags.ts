import type { Postgres } from '../db/postgres/postgres.ts';
import { withModelTags } from './modelTags.ts';
import { hashOfTexts, textsOf, type Wording } from './tagTexts.ts';
import { hasTextTags, textTagsOf } from './textTags.sql.ts';
import type { Said } from './words.ts';

/** Adds to what ads say what a text model once said of the same words. */
export type AddRemembered = (
  tx: Postgres,
  ads: readonly Wording[],
  said: readonly Said[],
) => Promise<readonly Said[]>;

/** Where no model is asked, one look tells for as long as the process runs whether one was asked before. */
export function createRememberedTags(isAsking: boolean): AddRemembered {
  let isUsed = isAsking ? true : undefined;
  return async (tx, ads, said) => {
    isUsed ??= await hasTextTags(tx);
    return isUsed ? addRemembered(tx, ads, said) : said;
  };
}

const addRemembered: AddRemembered = async (tx, ads, said) => {
  const hashes = ads.map((ad) => hashOfTexts(textsOf(ad)));
  const remembered = await tagsByText(
    tx,
    hashes.filter((hash) => hash !== null),
  );
  return said.map((each, index) => {
    const hash = hashes[index] ?? null;
    if (hash === null) return { ...each, isAskedAbout: true };
    const named = remembered.get(hash);
    return named === undefined ? each : { ...withModelTags(each, named), isAskedAbout: true };
  });
};

/** By the hash of a text the tags that the model named, for texts that it was asked about. */
export async function tagsByText(
  db: Postgres,
  hashes: readonly string[],
): Promise<ReadonlyMap<string, readonly number[]>> {
  const rows = hashes.length === 0 ? [] : await textTagsOf(db, [...new Set(hashes)]);
  return new Map(rows.map(({ textHash, tags }) => [textHash, tags]));
}
