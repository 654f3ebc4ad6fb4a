import type { Ad, FoundAd, OpenAd } from '@magpie/contract';
import { searchedTexts } from '../indexedTexts.ts';
import { parseQuery } from '../query.ts';
import type { AdRow } from '../rows.ts';
import { joinTexts, splitWords } from '../searchText.ts';
import { readTransparency } from '../transparency.ts';

type PictureMatch = Pick<FoundAd, 'pictureMatch'>;
type TextColumn = 'headlines' | 'bodies' | 'description' | 'landing_page_url' | 'cards' | 'transparency';
type SearchedRow = Pick<AdRow, 'hash' | 'picture_texts' | TextColumn>;

const maxLines = 5;

/**
 * Which lines of the picture of an ad have words of the query; without the field if none has.
 *
 * @param rows of the ads
 */
export function createPictureMatch(
  searchQuery: string,
  rows: readonly SearchedRow[],
): (ad: Pick<Ad, 'hash' | 'advertiser'>) => PictureMatch {
  const terms = parseQuery(searchQuery).required.map(({ words }) => words);
  const rowOf = new Map(rows.map((row) => [row.hash, row]));
  return ({ hash, advertiser }) => {
    const row = rowOf.get(hash);
    return row === undefined ? {} : matchPicture(terms, row, advertiser.name);
  };
}

function matchPicture(terms: readonly string[], row: SearchedRow, advertiserName: string): PictureMatch {
  const read = row.picture_texts.map((line) => ({ line, words: joinTexts([splitWords(line)]) }));
  const inPicture = terms.filter((term) => read.some(({ words }) => words.includes(term)));
  if (inPicture.length === 0) return {};
  const lines = read.filter(({ words }) => inPicture.some((term) => words.includes(term)));
  const texts = joinTexts(otherTexts(row, advertiserName).map(splitWords));
  return {
    pictureMatch: {
      lines: lines.slice(0, maxLines).map(({ line }) => line),
      isOnlyInPicture: inPicture.some((term) => !texts.includes(term)),
    },
  };
}

function otherTexts(row: SearchedRow, advertiserName: string): string[] {
  const { headlines, bodies, description, landing_page_url: landingPageUrl, transparency } = row;
  const cards = JSON.parse(row.cards) as OpenAd['cards'];
  const { payer, beneficiary } = readTransparency(transparency);
  const facts = { headlines, bodies, description, landingPageUrl, cards, payer, beneficiary };
  return searchedTexts(facts, advertiserName);
}
