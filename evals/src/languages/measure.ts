import { z } from 'zod';
import { detectLanguage, loadLanguages } from '@magpie/server/enrichment/language';
import { readLabelledSet, toQuality, type Quality } from '../qualityTable.ts';

/** Ad texts written for this purpose, at least twenty in each of thirty languages. */
const labelledText = z.strictObject({ language: z.string(), text: z.string() });
type LabelledText = z.infer<typeof labelledText>;

export const labelledTexts = readLabelledSet('languages', labelledText);

/** Lists of brands, which have no language (`und`), and Hindi in Latin letters. */
export const hardTexts = readLabelledSet('languages.hard', labelledText);

await loadLanguages();

export function detect({ text }: LabelledText): string | null {
  return detectLanguage({ language: null, headlines: [], bodies: [text], description: null, cards: [] });
}

/** Shorter texts are unknown unless their script decides. */
const minLength = 40;

export function isLongEnough({ text }: LabelledText): boolean {
  return text.length >= minLength;
}

/** One row per language, then `all`. */
export function measureLanguages(texts: readonly LabelledText[]): Quality[] {
  const judged = texts.map((text) => ({ labelled: text.language, found: detect(text) }));
  const languages = [...new Set(texts.map(({ language }) => language))];
  const rows = languages.map((name) => {
    const labelled = judged.filter((one) => one.labelled === name);
    const found = judged.filter((one) => one.found === name);
    const right = labelled.filter((one) => one.found === name).length;
    return toQuality(name, labelled.length, found.length, right);
  });
  const found = judged.filter((one) => one.found !== null).length;
  const right = judged.filter((one) => one.found === one.labelled).length;
  return [
    ...rows,
    { name: 'all', labelled: judged.length, found, precision: right / found, recall: right / judged.length },
  ];
}
