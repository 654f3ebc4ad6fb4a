import { compareUtf8 } from '../../textOrder.ts';
import { adsOfVocabulary, maxCommonWords, maxSampledTokens, sampledAds, sampledText } from '../search.sql.ts';
import { toTokenSample, type TokenSample } from '../termShares.ts';
import type { KnownWords } from '../vocabulary.ts';
import type { SearchedAd } from './searchedAd.ts';

/** As `readSampledTokens`. */
export function sampleTokens(ads: readonly SearchedAd[]): TokenSample {
  return toTokenSample(
    countTokens(ads.slice(0, sampledAds))
      .slice(0, maxSampledTokens)
      .map(([token, count]) => ({ token, ads: count })),
  );
}

/** As `createKnownWords`. */
export function wordsOfAds(ads: readonly SearchedAd[]): KnownWords {
  return {
    readVocabulary: async () =>
      new Map(
        countTokens(ads.slice(0, adsOfVocabulary))
          .filter(([word, count]) => count > 1 && isOfCommonLength(word))
          .slice(0, maxCommonWords),
      ),
    hasWord: async (word) => ads.some(({ texts }) => texts.search_text.includes(` ${word} `)),
  };
}

function isOfCommonLength(word: string): boolean {
  const letters = Array.from(word).length;
  return letters >= 4 && letters <= 30;
}

/** The number of ads with each token, the most frequent first. */
function countTokens(ads: readonly SearchedAd[]): [token: string, ads: number][] {
  const counts = new Map<string, number>();
  for (const { texts } of ads) {
    for (const token of new Set(firstBytes(texts.search_text).split(' '))) {
      counts.set(token, (counts.get(token) ?? 0) + 1);
    }
  }
  return [...counts].toSorted(([one, count], [other, others]) => others - count || compareUtf8(one, other));
}

function firstBytes(text: string): string {
  return text.length * 3 <= sampledText ? text : Buffer.from(text).subarray(0, sampledText).toString();
}
