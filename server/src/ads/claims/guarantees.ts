import type { Sentence } from './sentences.ts';

type GuaranteeType =
  | 'price-match'
  | 'money-back'
  | 'trial'
  | 'returns'
  | 'lifetime-warranty'
  | 'warranty'
  | 'satisfaction';

interface GuaranteeCue {
  readonly type: GuaranteeType;
  readonly pattern: RegExp;
  /** `Garantie` alone says too little. */
  readonly needsLength: boolean;
}

function cue(type: GuaranteeType, needsLength: boolean, ...phrases: readonly string[]): GuaranteeCue {
  return {
    type,
    needsLength,
    pattern: new RegExp(String.raw`(?<![\p{L}\d])(?:${phrases.join('|')})(?![\p{L}])`, 'u'),
  };
}

/** Of overlapping ones the first counts, so special ones come first. */
const guaranteeCues: readonly GuaranteeCue[] = [
  cue(
    'price-match',
    false,
    '(?:best|lowest|low)[- ]price (?:guarantee|promise)|price[- ]match(?:ing)?(?: guarantee| promise)?',
    '(?:best|tiefst?|niedrig)preis-?garantie',
    'meilleur prix garanti|garantie (?:du )?(?:meilleur|plus bas) prix',
    'mejor precio garantizado|garantia de mejor precio',
    'miglior prezzo garantito|garanzia miglior prezzo',
    'melhor preco garantido|garantia de melhor preco',
  ),
  cue(
    'money-back',
    false,
    'money[- ]back(?: guarantee)?|or your money back|full refund|refund guarantee',
    'geld[- ]?zuruck(?:[- ]?garantie)?',
    'satisfaits? ou rembourses?|garantie de remboursement',
    'garantia de (?:devolucion|reembolso)|te devolvemos (?:el|tu) dinero|devolucion del dinero|satisfecho o reembolsado',
    'soddisfatt[io] o rimborsat[io]|garanzia di rimborso',
    'dinheiro de volta|garantia de (?:reembolso|devolucao)|devolvemos (?:o )?seu dinheiro|satisfeito ou reembolsado',
  ),
  cue(
    'trial',
    false,
    'free trial|(?:risk[- ]free|home|sleep|night|day) trial|try (?:it |us )?(?:for )?(?:free|risk[- ]free)|risk[- ]free trial',
    'kostenlos(?:e[snr]?)? (?:testen|ausprobieren|probieren|probemonat|probezeit|testphase)|gratis (?:testen|ausprobieren|probemonat)|probeschlafen|(?:kostenlos|gratis|risikofrei|unverbindlich) testen|probe ?wohnen|testphase',
    "essai (?:gratuit|offert|sans engagement)|essayez[- ]?(?:le |la )?gratuitement|nuits d'essai|jours d'essai|testez gratuitement",
    'prueba (?:gratis|gratuita)|pruebal[oa] gratis|dias de prueba|noches de prueba|probar gratis|prueba sin compromiso',
    'prova gratuita|prova gratis|prova(?:l[oa])? gratis|giorni di prova|notti di prova',
    'teste gratis|teste gratuito|periodo de teste|experimente gratis|dias gratis|noites de teste|dias de teste|experimente gratuitamente',
  ),
  cue(
    'trial',
    true,
    'risk[- ]free|without (?:any )?risk',
    'ohne (?:jedes )?risiko|risikofrei|risikolos',
    'sans (?:aucun )?risques?',
    'sin (?:ningun )?riesgos?',
    'senza (?:alcun )?risch(?:io|i)',
    'sem (?:nenhum )?riscos?',
  ),
  cue(
    'warranty',
    false,
    '(?:two|three|five|seven|ten)[- ]year (?:warranty|guarantee)',
    '(?:zwei|drei|funf|sieben|zehn) jahren? garantie',
    '(?:deux|trois|cinq|sept|dix) ans de garantie|garantie (?:deux|trois|cinq|sept|dix) ans',
    '(?:dos|tres|cinco|siete|diez) anos de garantia',
    '(?:due|tre|cinque|sette|dieci) anni di garanzia',
    '(?:dois|tres|cinco|sete|dez) anos de garantia',
  ),
  cue(
    'returns',
    true,
    '(?:free |easy )?returns?(?: policy| window)?',
    'ruckgaberecht|ruckgabe|ruckgabegarantie|kostenlose retoure|kostenlos zuruckgeben|umtauschrecht',
    'retours? gratuits?|droit de retour|retours? offerts?|pour changer d.avis',
    'devoluciones(?: gratis| gratuitas)?|devolucion gratuita|para devolverlo',
    'resi? gratuit[io]|reso gratuito|per il reso|diritto di reso',
    'devolucoes gratis|devolucao gratis|devolucao gratuita|para devolver|trocas e devolucoes',
  ),
  cue(
    'lifetime-warranty',
    false,
    'lifetime (?:warranty|guarantee)|guaranteed for life',
    'lebenslange garantie',
    'garantie a vie|garanti a vie',
    'garantia de por vida|garantia para toda la vida',
    'garanzia a vita',
    'garantia vitalicia',
  ),
  cue(
    'satisfaction',
    false,
    'satisfaction guarantee[d]?|guaranteed satisfaction|satisfaction is guaranteed',
    'zufriedenheitsgarantie',
    'satisfaction garantie',
    'satisfaccion garantizada',
    'soddisfazione garantita',
    'satisfacao garantida',
  ),
  cue(
    'warranty',
    true,
    '(?:limited |full |extended )?(?:warranty|guarantee)',
    '(?:hersteller)?garantie',
    'garanties?',
    'garantia',
    'garanzia',
  ),
];

export interface FoundGuarantee {
  readonly type: GuaranteeType;
  readonly start: number;
  readonly end: number;
  readonly needsLength: boolean;
}

/** Medical studies are trials too, and laws and loans have guarantees. */
const otherSenses = /clinical|court|jury|federal|loan guarantee|constitution|klinisch|clinique|clinic[oa]/u;

/** A quick check before the long patterns. */
const mayGuarantee =
  /guarant|garant|garanz|warranty|trial|money|refund|return|retour|try |test|prob|prueb|prov|essa|rembours|dinero|dinheiro|satisf|soddisf|price|ruckgab|geld|resi|reso|devol|experiment|risk|risque|riesgo|risch|risco|risik|dias gratis|umtausch|zuruck|changer/u;

export function findGuarantees({ folded }: Sentence): FoundGuarantee[] {
  if (!mayGuarantee.test(folded) || otherSenses.test(folded)) return [];
  const found: FoundGuarantee[] = [];
  for (const { type, pattern, needsLength } of guaranteeCues) {
    const match = pattern.exec(folded);
    if (match === null) continue;
    const [start, end] = [match.index, match.index + match[0].length];
    if (found.some((other) => start < other.end && other.start < end)) continue;
    found.push({ type, start, end, needsLength });
  }
  return found;
}
