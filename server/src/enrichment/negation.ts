/** Words that negate what follows them: "no discount", "ohne Rabatt", "you don't need a coupon". */
interface Negation {
  readonly negators: readonly string[];
  /** May stand between the negator and what it negates. */
  readonly fillers: readonly string[];
  /** Negate only before a filler: after "n'attendez pas" a new clause can begin. */
  readonly beforeFiller?: readonly string[];
}

const negations: ReadonlyMap<string, Negation> = new Map([
  [
    'en',
    {
      negators: ['no', 'not', 'never', 'without', 'neither', 'nor', 'cannot'],
      fillers: ['a', 'an', 'any', 'the', 'need', 'needs', 'to'],
    },
  ],
  [
    'de',
    {
      negators: ['kein', 'keine', 'keinen', 'keinem', 'keiner', 'keines', 'ohne'],
      fillers: ['ein', 'eine', 'einen', 'den', 'die', 'das', 'einzigen'],
    },
  ],
  [
    'fr',
    {
      negators: ['sans', 'aucun', 'aucune'],
      fillers: ['de', 'd', 'besoin', 'un', 'une'],
      beforeFiller: ['pas'],
    },
  ],
  ['es', { negators: ['sin', 'ningun', 'ninguna'], fillers: ['un', 'una', 'el', 'la'] }],
  ['pt', { negators: ['sem', 'nenhum', 'nenhuma'], fillers: ['um', 'uma', 'o', 'a'] }],
  ['it', { negators: ['senza', 'nessun', 'nessuna', 'nessuno'], fillers: ['un', 'una', 'il', 'la'] }],
  ['nl', { negators: ['geen', 'zonder'], fillers: ['een', 'de', 'het'] }],
  ['pl', { negators: ['bez', 'zaden', 'zadna', 'zadnego', 'zadnych'], fillers: [] }],
]);

/** "Why not call us", "if not, full refund" and "or not" negate nothing that follows. */
const asides: ReadonlySet<string | undefined> = new Set(['why', 'if', 'or']);

/** @param words tokenized; whether those right before `start` negate what begins there. */
export function isNegated(words: readonly string[], start: number, language: string | null): boolean {
  const negation = language === null ? undefined : negations.get(language);
  if (negation === undefined) return false;
  let at = start - 1;
  while (isAmong(negation.fillers, words[at])) at -= 1;
  const hasFiller = at < start - 1;
  if (!isNegator(negation, words[at], language, hasFiller)) return false;
  return !asides.has(words[at - 1]);
}

function isNegator(
  { negators, beforeFiller = [] }: Negation,
  word: string | undefined,
  language: string | null,
  hasFiller: boolean,
): boolean {
  if (isAmong(negators, word) || (hasFiller && isAmong(beforeFiller, word))) return true;
  return language === 'en' && word?.endsWith("n't") === true;
}

const isAmong = (words: readonly string[], word: string | undefined): boolean =>
  word !== undefined && words.includes(word);
