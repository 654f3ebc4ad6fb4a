import type { Sentence } from './sentences.ts';

/** A claim to be better than others: the span of the words, and a key that is the same for equal claims. */
export interface Comparative {
  readonly start: number;
  readonly end: number;
  readonly key: string;
}

const start = String.raw`(?<![\p{L}\d])`;
const end = String.raw`(?![\p{L}\d])`;

/** Better, faster, cheaper … than others. Named products are not recognized: a capital letter is not enough. */
const betterThan = new RegExp(
  `${start}(?:${[
    String.raw`(?:better|faster|cheaper|stronger|safer|softer|healthier|lighter|longer|quicker|cleaner|smarter|brighter|tougher|more \p{L}+|less \p{L}+) than (?:any|all|most|other|others|every|the (?:competition|leading|rest|others|average|competitor)|our competitors|competitors|competing|regular|traditional|ordinary|conventional|normal|standard|anyone|anything else)`,
    String.raw`(?:besser|schneller|gunstiger|starker|sicherer|weicher|leichter|langer|haltbarer|billiger|gesunder|sauberer|\p{L}+er) als (?:jede[rsn]?|alle|andere[nr]?|die (?:konkurrenz|meisten|anderen)|der wettbewerb|herkommliche[rsn]?|gewohnliche[rsn]?|normale[rsn]?|ubliche|vergleichbare|klassische[rsn]?)`,
    String.raw`(?:meilleure?s?|mieux|plus \p{L}+|moins chere?s?) que (?:les (?:autres|concurrents)|la (?:concurrence|plupart)|tou[ts]e?s?|n'importe|(?:les?|une?|des) \p{L}+ (?:classiques?|traditionnel\p{L}*|ordinaires?|normal\p{L}*))`,
    String.raw`(?:mejor(?:es)?|mas \p{L}+) que (?:otr[oa]s?|la (?:competencia|mayoria)|cualquier\p{L}*|l[oa]s demas|l[oa]s otr[oa]s|tod[oa]s|(?:l[oa]s?|el|una?) \p{L}+ (?:tradicional\p{L}*|convencional\p{L}*|normal\p{L}*))`,
    String.raw`(?:meglio|miglior[ei]|piu \p{L}+) (?:di|del|della|dei|delle|degli) (?:altr[ioae]|concorrenza|qualsiasi|tutt[ie]|maggior parte|concorrenti|(?:una? )?\p{L}+ (?:tradizional\p{L}*|normal[ei]|comun[ei]|classic\p{L}*))`,
    String.raw`(?:melhor(?:es)?|mais \p{L}+) (?:do )?que (?:outr[oa]s?|a (?:concorrencia|maioria)|qualquer|[oa]s (?:outr[oa]s|demais|concorrentes)|tod[oa]s|(?:[oa]s?|uma?) \p{L}+ (?:tradiciona\p{L}*|convenciona\p{L}*|comu[mn]s?|norma\p{L}*))`,
    String.raw`unlike (?:other|others|traditional|most|regular|ordinary|conventional|any other)|(?:us|ours|our \p{L}+) (?:vs\.?|versus) (?:them|theirs|the (?:others?|competition|rest)|others?)|(?:vs\.?|versus) (?:the )?(?:other|others|traditional|regular|competition|competitors?|leading|ordinary|conventional|standard)`,
    'anders als (?:andere|herkommliche|die meisten)|im gegensatz zu (?:anderen|herkommlichen)|im vergleich zu (?:anderen|herkommlichen)',
    'contrairement aux (?:autres|concurrents)|a la difference des autres',
    'a diferencia de (?:otr[oa]s|l[oa]s demas|l[oa]s otr[oa]s)',
    'a differenza (?:di|degli|delle) altr[ie]',
    'ao contrario (?:de outr[oa]s|d[oa]s outr[oa]s)|diferente d[oa]s outr[oa]s',
  ].join('|')})${end}`,
  'gu',
);

const numberOne = new RegExp(
  String.raw`(?:(?:#|${start}(?:no\.?|nr\.?|n°|n\.?o\.?|n\.|num\.?) ?)1|${start}(?:nummer|number|numero) ?(?:1|one|eins|uno|um|un))${end}(?!\s*[:)\]%€$-]|[.,]?\d| \d)`,
  'gu',
);

/** Items of lists, and figures of speech. */
const numberOneBefore =
  /(?:reason|tip|step|rule|mistake|lesson|chapter|part|episode|week|day|phase|myth|secret|question|fact|grund|tipp|schritt|regel|fehler|tag|woche|teil|mythos|raison|conseil|etape|erreur|razon|consejo|paso|motivo|dica|passo|motivo|consiglio|error|errore|erro|formula|windows|room|zimmer|be|my|mein[e]?|your|deine|ihre)[:\s]+$/u;
const numberOneAfter =
  /^\s*(?:priority|reason|mistake|question|rule|goal|cause|killer|enemy|thing|way|tip|problem|secret|fan|prioritat|grund|fehler|regel|frage|ziel|ursache|problem|raison|erreur|priorite|ennemi|cause|razon|error|prioridad|causa|enemigo|motivo|errore|priorita|erro|prioridade)(?!\p{L})/u;

/** Nouns after "the best" that make it no claim about what is sold. */
const notSold = [
  "part|parts|way|ways|time|times|thing|things|day|days|moments?|memories|of|in|for|is|are|was|you|version|is|deals?|offers?|news|self|possible|life|years?|and|at|out|to|i|we|it|ones?|friends?|mom|dad|decision|gifts?|place|person|people|chance|case|man|woman|interests?|results? you|bits?|medicine|advice|kept|ever|with|all|seats?|i've|part\\.|candidates?|tips?|investment you|yet|then|that|but|who|can|when|from|on|summer|night|season|holiday|holidays|year|week|weekend|choice for",
  'zeit|weg|teil|freund|freundin|freunde|tag|tage|moment|momente|aus|daran|an|von|fur|ist|sind|version|geschenk|entscheidung|seite|leben|jahre|und|zum|deals|angebote|momente|wahl|art|idee|tipps|sache|chance|medizin|was|wie|sommer|jahr',
  'facon|moment|moments|ami|amie|amis|partie|de|version|choix|pour|est|cadeau|chose|jour|jours|annees?|facons|maniere|idee|offres|vie|des|conseils|et|ete|endroit',
  'manera|momento|momentos|forma|amig[oa]s?|parte|de|version|para|es|regalo|cosa|dia|dias|opcion|decision|ofertas|vida|anos|y|idea|consejos|que|medicina|verano|plan|momento',
  'modo|momento|momenti|amic[oai]|parte|di|versione|per|regalo|cosa|giorno|scelta|idea|offerte|vita|anni|e|consigli|che|estate|augurio|auguri|momento',
  'maneira|momento|momentos|forma|amig[oa]s?|parte|de|versao|para|presente|coisa|dia|dias|opcao|escolha|decisao|ofertas|vida|anos|e|ideia|dicas|que|verao|do|da|jeito',
].join('|');

/** Nouns that are not sold, unless a place follows: `the best part`. */
const theBest = new RegExp(
  String.raw`${start}(?:the (?:very )?best|(?:der|die|das|den) (?:weltweit )?(?:welt)?besten?|l[ea]s? meilleure?s?|(?:el|la|los|las) mejor(?:es)?|(?:il|la|i|le) miglior[ei]?|[oa]s? melhor(?:es)?) (?!(?:${notSold})${end})[\p{L}'-]{3,}`,
  'gu',
);

/** Someone is looking for the best, or does their own best. */
const notClaimedBefore =
  /(?:find|finding|discover|choose|choosing|pick|looking for|search(?:ing)? for|learn|know|vote|which|what|who|deserves?|compare|get|give|giving|wish|want|for|with|from|finde|finden|suchst|suche|sucht|wahle|verdien\p{L}*|welche[rs]?|trouve[rz]?|choisi\p{L}*|cherche\p{L}*|merite\p{L}*|quel(?:le)?s?|encuentra|elige|busca\p{L}*|merece\p{L}*|descubre|cual|trova|scegli|cerchi|cerca|merit\p{L}*|scopri|qual|encontre|escolha|procura\p{L}*|descubra)(?: \p{L}+)?\s*$/u;

const world = [
  "(?:the )?(?:world|america|europe|germany|britain|uk|france|spain|italy|brazil|portugal|australia|canada|nation|country)'s (?:#1|no\\. ?1|best|largest|biggest|leading|most \\p{L}+|favou?rite|fastest|finest|top[- ]rated|strongest|lightest|safest)",
  '(?:deutschlands|europas|osterreichs|der schweiz) (?:nr\\. ?1|beste[rsn]?|großte[rsn]?|beliebteste[rsn]?|fuhrende[rsn]?|gunstigste[rsn]?|schnellste[rsn]?)|weltweit (?:beste[rsn]?|großte[rsn]?|fuhrende[rsn]?)',
  'the (?:most \\p{L}+|\\p{L}+est) [\\p{L} -]{2,25} (?:in the world|on the market|on earth|in (?:america|europe|germany|the (?:country|uk|us)))',
  '(?:der|die|das) \\p{L}+ste[nrs]? [\\p{L} -]{2,25} (?:der welt|auf dem markt|am markt|europas|deutschlands|in deutschland|in (?:deiner|ihrer) (?:region|stadt|nahe))',
  "l[ea]s? plus \\p{L}+ (?:du (?:monde|marche)|de france|d'europe)",
  '(?:el|la|l[oa]s) [\\p{L} -]{0,20}mas \\p{L}+ (?:del (?:mundo|mercado)|de (?:espana|europa|mexico))',
  "(?:il|la|i|le) [\\p{L} -]{0,20}piu \\p{L}+ (?:al mondo|del mondo|sul mercato|d'italia|d'europa|in italia)",
  '(?:o|a|os|as) [\\p{L} -]{0,20}mais \\p{L}+ (?:do (?:mundo|mercado|brasil)|de portugal|da europa)',
  'market leaders?|marktfuhrer|leader du marche|lider(?:es)? del? mercado|leader di mercato|leader del mercato|lider(?:es)? do mercado|best[- ]in[- ]class|testsieger|(?:nothing|nobody|no one) (?:beats|compares)|unschlagbare? \\p{L}+|imbattables?|imbatibles?|imbattibil[ei]|imbativ(?:el|eis)|unrivall?ed|unbeatable (?:prices?|value|quality)',
];
const superlative = new RegExp(`${start}(?:${world.join('|')})${end}`, 'gu');

const mayCompare =
  /than |als |que |meglio|miglior|melhor|mejor|meilleur|best|#1|1|one|uno|eins|vs|versus|unlike|largest|biggest|leading|most|est |leader|lider|marktf|testsieger|plus |mas |piu |mais |beats|compares|schlagbar|imbat|unriv|unbeat|anders|gegensatz|vergleich|contrair|difer|differ|contrario|ste/u;

export function findComparatives({ folded, written }: Sentence): Comparative[] {
  if (!mayCompare.test(folded) || /\?["”»')]*$/.test(written)) return [];
  const found: Comparative[] = [];
  const add = (match: RegExpExecArray, name: string | null, words: number): void => {
    const from = match.index;
    const matched = from + match[0].length;
    if (found.some((other) => from < other.end && other.start < matched)) return;
    const to = extendByWords(folded, matched, words);
    found.push({ start: from, end: to, key: name ?? squash(folded.slice(from, to)) });
  };
  for (const match of folded.matchAll(numberOne)) {
    const before = folded.slice(Math.max(0, match.index - 20), match.index);
    const after = folded.slice(match.index + match[0].length);
    // Alone it is the item of a list.
    const isAlone = !/\p{L}/u.test(before + after);
    if (isAlone || numberOneBefore.test(before) || numberOneAfter.test(after)) continue;
    const to = extendByWords(folded, match.index + match[0].length, 2);
    add(match, `number one ${squash(folded.slice(match.index + match[0].length, to))}`.trim(), 2);
  }
  for (const match of folded.matchAll(superlative)) add(match, null, 1);
  for (const match of folded.matchAll(betterThan)) add(match, null, 2);
  for (const match of folded.matchAll(theBest)) {
    const before = folded.slice(Math.max(0, match.index - 40), match.index);
    if (!notClaimedBefore.test(before)) add(match, null, 0);
  }
  return found;
}

/** Up to so many words that follow without punctuation. */
function extendByWords(folded: string, from: number, words: number): number {
  if (words === 0) return from;
  const more = new RegExp(String.raw`^(?:[ -]\p{L}[\p{L}'-]*){0,${words}}`, 'u').exec(
    folded.slice(from, from + 60),
  );
  return from + (more?.[0].length ?? 0);
}

function squash(folded: string): string {
  return folded.replaceAll(/[^\p{L}\d]+/gu, ' ').trim();
}
