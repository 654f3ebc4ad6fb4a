import type { CopyPart } from '../makers/maker.ts';
import { patternOf } from './cuePhrases.ts';
import { isQuestion, isQuotation, normalizeForCues } from './cues.ts';

/** How an ad opens. */
export type Opening = 'question' | 'list' | 'news' | 'offer' | 'quotation' | 'statement';

const news = patternOf(`
  introducing, meet, say hello to, new, now here, just landed, it's here, finally here, neu, neue*, jetzt neu, voici, nouveau*, nouvelle*
  presentamos, presentando, nuevo*, nueva*, descubre, conheca, novo, nova, apresentamos, ecco, nuovo, nuova, presentiamo, maak kennis, nieuw*
  新しい, 新登場, 新発売, 登場, 새로운, 신제품, 출시, 全新, 新品, 上市, جديد*, نقدم, новинк*, новый, новая, представля*, встречайте, ใหม่
`);
const list =
  /^\D{0,12}\d{1,2}\s?(?:\p{L}+\s){0,2}\p{L}*(?:reason|way|sign|thing|tip|mistake|secret|fact|habit|step|gründe|grunde|tipps|zeichen|raisons|façons|erreurs|razones|formas|señales|razões|motivi|modi|redenen|причин|способ)|^\D{0,6}\d{1,2}(?:つの|가지|个|個)/u;

export function openingOf(first: CopyPart | undefined): Opening {
  if (first === undefined) return 'statement';
  const { part, text } = first;
  if (isQuestion(text)) return 'question';
  if (part === 'offer') return 'offer';
  if (isQuotation(text)) return 'quotation';
  if (list.test(text.toLowerCase())) return 'list';
  return news.test(normalizeForCues(text)) ? 'news' : 'statement';
}
