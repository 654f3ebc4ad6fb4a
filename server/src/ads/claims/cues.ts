/**
 * Words around a number that make it a claim, in English, German, French, Spanish, Italian and Portuguese: without accents,
 * in lower case, as regular expressions. All languages apply to every text, because ads mix them.
 */

const wordEnd = String.raw`(?![\p{L}\d])`;
const wordStart = String.raw`(?<![\p{L}\d])`;

/** At the start of what follows a number. */
function follows(...phrases: readonly string[]): RegExp {
  return new RegExp(`^(?:${phrases.join('|')})`, 'u');
}

/** At the end of what precedes a number. */
function precedes(...phrases: readonly string[]): RegExp {
  return new RegExp(String.raw`${wordStart}(?:${phrases.join('|')})[:\s]*$`, 'u');
}

function anywhere(...phrases: readonly string[]): RegExp {
  return new RegExp(`${wordStart}(?:${phrases.join('|')})${wordEnd}`, 'u');
}

/** Words between a cue and its number that change nothing. */
export const fillers = precedes(
  'an?|the|your|only|just|extra|an additional|an extra|now|flat|at|for',
  'nur|jetzt|schon|bereits|zusatzlich|weitere|rund|etwa|ca\\.|von|um|stolze|satte',
  'de|des|un|une|le|seulement|environ|plus|supplementaires?|en',
  'del?|el|solo|solamente|unos|ya|adicional',
  'di|del|soli|solo|circa|uno|lo|gia|ben',
  'do|da|um|apenas|so|cerca de|ja',
);

export const upTo = precedes(
  'up ?to',
  'bis zu|bis',
  "jusqu'a|jusqu'aux?|jusque",
  'hasta',
  "fino al?|fino all'?|sino a",
  'ate',
);

export const from = precedes(
  'from|starting at|starting from|starts at|as low as',
  'ab|beginnend bei',
  "a partir de|a partir d'|des",
  'desde',
  'da|a partire da',
);

export const over = precedes(
  'over|more than|above|at least|nearly|almost',
  'uber|mehr als|mindestens|fast',
  'plus de|plus d|au moins|pres de',
  'mas de|al menos|casi',
  'oltre|piu di|almeno|quasi',
  'mais de|acima de|pelo menos|quase',
);

const everything = [
  '(?:on|off) (?:everything|all|your|select|the entire)|sitewide|storewide',
  'auf (?:alles|alle|fast alles|das ganze|das gesamte|die ganze|die gesamte|deine|ihre|deinen|ihren|ausgewahlte|unser|unsere|reduzierte)',
  "sur (?:tout|toute|tous|toutes|votre|ta|ton|une selection|l'ensemble|la collection)",
  'en (?:tod[oa]s?|tu|una seleccion|toda)|em (?:tod[oa]s?|tudo|toda|produtos selecionados)',
  'su (?:tutt[oiae]|una selezione)',
];

export const discountFollows = follows(
  String.raw`\s*(?:extra |additional |flat |sofort-?)?(?:off${wordEnd}|discount|disc${wordEnd}|savings|cheaper${wordEnd}(?! than))`,
  String.raw`[\s-]*(?:sofort|neukunden|willkommens)?-?(?:rabatt|nachlass|preisnachlass|ersparnis|gunstiger|billiger|reduziert|gespart|sparen|herabgesetzt)`,
  String.raw`\s*(?:immediats? )?(?:de |d')(?:reduction|remise|rabais|economies?)|\s*(?:moins cher|en moins|remboursement immediat)`,
  String.raw`\s*(?:extra )?(?:de |d )?(?:descuentos?|dto${wordEnd}|dcto${wordEnd}|rebaja)|\s*mas barat`,
  String.raw`\s*(?:extra )?di (?:sconto|ribasso|risparmio)|\s*(?:sconto|di sconto|in meno)${wordEnd}`,
  String.raw`\s*(?:extra )?(?:de )?(?:descontos?|abatimento)|\s*mais barat|\s*off${wordEnd}`,
);

/** For percentages only: `20 % auf alles`. */
export const percentOfEverything = follows(`\\s*(?:${everything.join('|')})`);

export const discountPrecedes = precedes(
  'save|saves|saving|savings of|discounts?|discount of|discounted|reduced by|slashed by|take',
  'spare|sparen|sparen sie|spart|rabatt|rabatte|nachlass|reduziert um|sichere dir|sichern sie sich',
  'economisez|economise|remises?|remise de|reductions?|rabais|soldes',
  'ahorra|ahorre|ahorrate|ahorro|descuentos?|rebajas?|rebajado',
  'risparmia|risparmi|risparmiate|sconto|sconti|scontato|saldi',
  'poupe|poupa|economize|economiza|descontos?|saldos',
);

/** What is reduced other than a price: `-30 % wrinkles`. */
export const reducesNoPrice = follows(
  String.raw`\s*(?:[\p{L}'-]+ ){0,2}?(?:wrinkles|calories|sugar|fat|carbs|emissions|co2|plastic|stress|falten|kalorien|zucker|fett|emissionen|plastik|rides|sucre|calories|graisses?|arrugas|azucar|calorias|grasa|rughe|zucchero|calorie|grassi|rugas|acucar|gordura|body fat)${wordEnd}`,
);

const shipping = String.raw`shipping|delivery|ships?|versand\p{L}*|lieferung|portofrei|geliefert|livraison|frais de port|envios?|entrega|spedizion[ei]|consegna|frete|portes`;

/** Before an amount in the same sentence: the amount is a condition, a value, a prize or a donation, not a price. */
export const noPriceBefore = new RegExp(
  String.raw`${wordStart}(?:${[
    shipping,
    'gift ?cards?|gifts? of|normally|usually|list price|win|wins|won|winning|giveaway|donat\\p{L}*|rais\\p{L}*|fund\\p{L}*|salary|earn\\p{L}*|invest\\p{L}*|grants?|loans?|debt|lawsuit|worth|valued?|revenue|taxes|budget|fined?|spend|spent|purchases?|orders? (?:of|over|above)|minimum|pledge\\p{L}*|million|billion|credit|saved|cost us|chip in|contribut\\p{L}*|bonus',
    'normalerweise|listenpreis|gutschein\\p{L}*|gewinn\\p{L}*|verlos\\p{L}*|spende\\p{L}*|verdien\\p{L}*|gehalt|wert|warenwert|bestellwert|einkaufswert|mindestbestell\\p{L}*|einkauf|bestellungen|investier\\p{L}*|kredit',
    "normalement|gagne[rz]?|don|donnez|valeur|des l'achat|d'achats?|salaire|investi\\p{L}*|cheque cadeau|carte cadeau|commande|commandes",
    'normalmente|gana|ganar|dona|sorteo|valor|sueldo|invier\\p{L}*|compras? (?:superior\\p{L}*|de|minima)|pedidos?|tarjeta regalo',
    'vinci|vincere|dona|valore|stipendio|investi|ordini|acquist[io] (?:superior\\p{L}*|minimo|di)|buono|spesa',
    'ganhe|ganha|doe|sorteio|valor|salario|pedidos?|compras? (?:acima|a partir|superior\\p{L}*)|vale',
  ].join('|')})${wordEnd}`,
  'u',
);

/** Right before an amount: an earlier price or a comparison. */
export const oldPriceBefore = precedes(
  'was|were|instead of|regularly|regular|normally|originally|originally priced at|rrp|msrp|usually|reg\\.?|than|over|above|more than|under|below|less than|plus|every|exceed\\p{L}*',
  'statt|anstatt|vorher|fruher|uvp|bisher|sonst|normalerweise|uber|unter|als|mehr als|weniger als',
  'au lieu de|avant|prix conseille|plus de|moins de',
  'en lugar de|en vez de|antes|mas de|menos de',
  'invece di|anziche|prima|oltre|piu di|meno di',
  'em vez de|antes|mais de|menos de|acima de|era',
);

/** Right before "from" and an amount: what has to be bought, so the amount is a threshold. */
export const thresholdBefore = precedes(
  'orders?|purchases?|basket|cart|checkouts?|shopping|spend',
  'bestellung(?:en)?|bestellwert|einkauf|einkaufen|einkaufe|kauf|warenkorb|warenwert|bestellst|bestellen sie',
  "commandes?|achats?|paniers?|d'achat",
  'pedidos?|compras?|carritos?|cesta',
  'ordin[ei]|acquist[oi]|carrell[oi]|spesa',
  'pedidos?|compras?|carrinhos?|encomendas?',
);

export const noPriceAfter = follows(
  String.raw`\s*(?:or more|and (?:up|over|above|more)|gift|voucher|credits?${wordEnd}|bonus|worth|value|minimum|in (?:sales|revenue|prizes|donations|grants|funding|value)|prize|donation|grant|salary|savings|deposit|fee|fine|tax|a (?:share|barrel)|per share|billion|million|contribution|reward|cash ?back)`,
  String.raw`[\s-]*(?:oder mehr|gutschein|geschenk|guthaben|wert${wordEnd}|warenwert|bestellwert|einkaufswert|pramie|startguthaben|einkauf|spende|mindestbestellwert)`,
  String.raw`\s*(?:et plus|ou plus|d'achats?|de commande|de cadeau|de bon|offerts?|de valeur|de dons?)`,
  String.raw`\s*(?:o mas|de compra|de regalo|de premio|o superior)`,
  String.raw`\s*(?:o piu|di spesa|di buono|in regalo|in premio|di acquisto|e oltre)`,
  String.raw`\s*(?:ou mais|em compras|de bonus|em premios|de compras?)`,
);

type Word = readonly [name: string, pattern: string];

/** A period or a unit that a price is for. */
export const perUnit: readonly Word[] = [
  ['month', 'month|mo|monat|mois|mes|mese|mensuales|mensile|mensais'],
  ['year', 'year|yr|jahr|an|ano|anno'],
  ['week', 'week|wk|woche|semaine|semana|settimana'],
  ['day', 'day|tag|jour|dia|giorno'],
  ['night', 'night|nacht|nuit|noche|notte|noite'],
  ['hour', 'hour|hr|stunde|heure|hora|ora'],
  ['person', 'person|personne|persona|pessoa|pers\\.?|user|nutzer'],
  ['piece', 'piece|each|item|stuck|stk\\.?|pair|paar'],
];

export const perUnitFollows = new RegExp(
  String.raw`^\s*(?:\/\s?|per |an? |pro |im |par |al |por |ao |a la |all')?(?:${perUnit
    .map(([name, pattern]) => `(?<${name}>${pattern})`)
    .join('|')})${wordEnd}`,
  'u',
);

/** Lengths of guarantees and trials, and of the time until a result. */
export const timeUnits: readonly Word[] = [
  ['minute', 'minutes?|mins?|minuten?|minutos?|minut[oi]'],
  ['hour', 'hours?|hrs?|h|stunden?|std\\.?|heures?|horas?|or[ae]'],
  ['day', 'days?|nights?|tag(?:e|en)?|nacht|nachte|jours?|nuits?|dias?|noches?|giorn[oi]|nott[ei]|noites?'],
  ['week', 'weeks?|wks?|wochen?|semaines?|semanas?|settiman[ae]'],
  ['month', 'months?|monat(?:e|en)?|mois|mes(?:es)?|mes[ei]'],
  ['year', 'years?|yrs?|jahr(?:e|en)?|ans?|annees?|anos?|ann[oi]'],
];

export const timeFollows = new RegExp(
  String.raw`^[\s-]*(?:${timeUnits.map(([name, pattern]) => `(?<${name}>${pattern})`).join('|')})(?![\p{L}\d])`,
  'u',
);

const people = [
  'runners|readers|listeners|viewers|followers|fans|players|athletes|travell?ers|drivers|creators|women|men|people|persons|patients|dentists|doctors|parents|moms|owners|experts|testers|participants',
  'leser|leserinnen|horer|zuschauer|laufer|spieler|sportler|reisende|fahrer|frauen|manner|menschen|personen|patienten|zahnarzte|arzte|eltern|befragten|teilnehmer|tester',
  'lecteurs|lectrices|auditeurs|joueurs|coureurs|sportifs|voyageurs|passionnes|femmes|hommes|personnes|patients|dentistes|medecins|parents|testeuses|francais',
  'lectores|oyentes|jugadores|corredores|deportistas|viajeros|seguidores|socios|aficionados|mujeres|hombres|personas|pacientes|dentistas|medicos|padres',
  'lettori|ascoltatori|giocatori|corridori|sportivi|viaggiatori|appassionati|soci|donne|uomini|persone|pazienti|dentisti|medici|genitori|italiani',
  'leitores|ouvintes|jogadores|corredores|atletas|viajantes|seguidores|fas|socios|mulheres|homens|pessoas|pacientes|dentistas|medicos|pais|brasileir[oa]s',
];

/** Who or what is counted. A count below 100 is more often a size than a claim. */
export const countedNouns: readonly Word[] = [
  ['customers', 'customers?|clients?|buyers|shoppers|kunden|kundinnen|kaufer|clientes|clienti|compradores'],
  [
    'users',
    'users|subscribers|members|nutzer|nutzerinnen|anwender|mitglieder|abonnenten|utilisateurs|utilisatrices|abonnes|membres|usuari[oa]s|suscriptores|miembros|utenti|iscritti|membri|utilizadores|assinantes|membros',
  ],
  ['people', people.join('|')],
  [
    'families',
    'families|households|homes|familien|haushalte|familles|foyers|familias|hogares|famiglie|lares',
  ],
  [
    'companies',
    'companies|businesses|brands|teams|unternehmen|firmen|betriebe|marken|entreprises|marques|empresas|marcas|aziende|imprese|marchi',
  ],
  [
    'reviews',
    'reviews?|ratings|bewertungen|rezensionen|kundenbewertungen|avis|evaluations|resenas|opiniones|valoraciones|recensioni|avaliacoes',
  ],
  [
    'students',
    'students|learners|schuler|studenten|studierende|teilnehmende|etudiants|eleves|estudiantes|alumnos|studenti|allievi|estudantes|alunos',
  ],
  ['sold', 'sold|verkauft|verkaufte|vendus?|vendues|vendid[oa]s|vendut[ie]|sales'],
  ['downloads', 'downloads?|installs|telechargements|descargas|transferencias'],
  ['countries', 'countries|landern|lander|pays|paises|paesi'],
];

/** With up to two words between: `10,000 happy customers`, `2 millions de clients`. */
export const countedFollows = new RegExp(
  String.raw`^\s*(?:de |di |d'|of )?(?:(?!or |and |und |et |y |e |ou |o )(?:[\p{L}'-]+|5-star|5-sterne-?) ){0,2}?(?:5-sterne-)?(?:${countedNouns
    .map(([name, pattern]) => `(?<${name}>${pattern})`)
    .join('|')})${wordEnd}`,
  'u',
);

/** After a percentage. */
export const shareFollows = new RegExp(
  String.raw`^\s*(?:of |der |unserer |aller |des |de |des |de nos |de nuestr[oa]s |de las |de los |de l[ao]s? |das |dos |degli |delle |dei |di |dei nostri |d'|our |the |customer |kunden|client\p{L}* )*(?:(?<people>${people.join('|')}|customers?|users|kund(?:en|innen)|nutzer\p{L}*|client[eis]s?|clients|utilisat\p{L}*|usuari[oa]s|utenti|utilizadores)|(?<satisfaction>satisf\p{L}*|zufrieden\p{L}*|soddisf\p{L}*|happy|happiness)|(?<recommendation>recommend\p{L}*|weiterempfehl\p{L}*|empfehl\p{L}*|recommand\p{L}*|recomiend\p{L}*|recomend\p{L}*|consigli\p{L}*)|(?<success>success|erfolg\p{L}*|reussite|exito|successo|sucesso|taux de reussite|pass rate)|(?<interest>apr|interest|financing|zins\p{L}*|effektiver jahreszins|finanzierung|taeg|tae${wordEnd}|d'interets?|sans frais|interes\p{L}*|interessi|tan${wordEnd}|juros)|(?<natural>natural\p{L}*|organic|vegan\p{L}*|recycled|recyclable|plant-based|naturlich\p{L}*|biologisch|recycel\p{L}*|pflanzlich|naturel\p{L}*|bio${wordEnd}|recycle\p{L}*|recyclable|vegetal\p{L}*|reciclad\p{L}*|organic[oa]|riciclat\p{L}*|naturai?s?))(?![\p{L}\d-])`,
  'u',
);

const more = [
  '(?<up>more|faster|stronger|longer|higher|better|brighter|thicker|quicker|mehr|schneller|starker|langer|hoher|besser|effektiver|de plus|plus|mas|piu|di piu|in piu|mais|a mais)',
  '(?<down>less|fewer|cheaper|lower|weniger|geringer|de moins|moins|menos|meno|di meno|a menos)',
];

/** `30 % faster`, `3x more`: with the word that follows, which is what changes. */
export const changeFollows = new RegExp(
  String.raw`^\s*(?:so )?(?:${more.join('|')})${wordEnd}(?:\s+(?!than|als|que|di|del|do)(?<what>[\p{L}-]+))?`,
  'u',
);

const effect = String.raw`(?:(?!price|preis|prix|preci|prezz|prec)[\p{L}'-]+ ){1,5}`;

/** Before a percentage: `cuts drying time by 50 %`. Prices have discounts. */
export const effectPrecedes = new RegExp(
  `${wordStart}(?:${[
    `(?:cuts?|reduces?|lowers?|boosts?|increases?|improves?|shortens?|raises?) ${effect}by(?: up to| over| more than)?`,
    `(?:senkt|verkurzt|verringert|steigert|erhoht|verbessert|vermindert) ${effect}um(?: bis zu| uber| mehr als)?`,
    `(?:reduit|diminue|augmente|ameliore|baisse) ${effect}de(?: plus de| pres de)?`,
    `(?:reduce|disminuye|aumenta|mejora|acorta) ${effect}(?:en |hasta )?(?:un|el)`,
    `(?:riduce|diminuisce|aumenta|migliora|abbassa) ${effect}(?:fino )?(?:del|al)`,
    `(?:reduz|diminui|aumenta|melhora|encurta) ${effect}(?:em|ate)`,
  ].join('|')})\\s*$`,
  'u',
);

const chosen =
  'trusted|loved|chosen|used|worn|recommended|approved|preferred|tested|adored|enjoyed|adopted|ridden|played|read';

/** Right before a number of people or firms that no list of nouns can contain: `trusted by 4,200 bakers`. */
export const trustPrecedes = precedes(
  `(?:${chosen}) (?:daily |worldwide )?(?:by|in)|join|joined by|helped|helping|serving|installed in`,
  'im einsatz (?:bei|in)|eingesetzt (?:bei|von)|schliess dich|empfohlen von|genutzt von|geliebt von|getragen von',
  'rejoignez|rejoins|adoptee?s? par|choisie?s? par|utilisee?s? par|approuvee?s? par|recommandee?s? par|plebiscitee?s? par|aimee?s? par',
  'unete a|unase a|elegid[oa]s? por|usad[oa]s? por|utilizad[oa]s? por|recomendad[oa]s? por|aprobad[oa]s? por|amad[oa]s? por',
  'unisciti a|scelt[oaie] da|usat[oaie] da|utilizzat[oaie] da|consigliat[oaie] da|amat[oaie] da|apprezzat[oaie] da',
  'junte-se a|escolhid[oa]s? por|usad[oa]s? por|utilizad[oa]s? por|recomendad[oa]s? por|aprovad[oa]s? por|amad[oa]s? por',
);

const counted = String.raw`\s*(?:de |di |d')?(?:(?!or |and |und |et |y |e |ou |o )[\p{L}'-]+ ){0,2}?(?<noun>\p{L}[\p{L}'-]{2,})`;

export const anyNounFollows = follows(counted);

/** `12,000 gardeners trust it`, `von 900 Hebammen empfohlen` */
export const trustFollows = new RegExp(
  `^${counted} (?:${[
    '(?:already |now |have |have already )?(?:trust|love|rely on|swear by|use|choose|chose|chosen|prefer|recommend|joined|switched|made the switch)',
    '(?:schon |bereits |haben )?(?:vertrauen|schworen|lieben|nutzen|setzen|verwenden|empfehlen|empfohlen|genutzt|getestet|geliebt|getragen)',
    "(?:nous |vous |lui )?(?:font (?:deja )?confiance|l'utilisent|l'adorent|l'ont (?:deja )?(?:adopte|choisi)\\p{L}*|nous ont (?:deja )?(?:choisi|rejoint)\\p{L}*|utilisent|adorent)",
    '(?:ya |nos |lo |la )*(?:confian|usan|utilizan|prefieren|recomiendan|eligieron|adoran|han elegido)',
    '(?:ci |lo |la |si |gia |hanno )*(?:fidano|usano|utilizzano|preferiscono|consigliano|amano|scelto|adorano)',
    '(?:ja |nos |o |a )*(?:confiam|usam|utilizam|preferem|recomendam|escolheram|adoram)',
  ].join('|')})${wordEnd}`,
  'u',
);

/** Written without a separator, as counts seldom are. */
export const endsWithYear = /(?<!\d)(?:19|20)\d\d$/u;

/** A size, a weight, a distance or a time. */
export const measureFollows = new RegExp(
  String.raw`^[\s-]*(?:${timeUnits.map(([, pattern]) => pattern).join('|')}|(?:kilo|milli|zenti|centi)?(?:met(?:er|re)[ns]?|gramm?[esn]?|grammes|grammi|lit(?:er|re|ro|ri)s?|watt[sn]?|metros?|metri|gramos?|gramas?|litros?)|km|kg|g|ml|cl|l|cm|mm|mg|mah|gb|tb|mb|kcal|calories|kalorien|calorias|calorie|grad|degrees|degres|pages|seiten|miles|feet|inch(?:es)?|lbs?|oz|pieces|teile|kilos?|steps|points?|punkte)${wordEnd}`,
  'u',
);

/** Right before a number of at most five: `rated 4.8 on Trustpilot`. */
export const ratedPrecedes = precedes(
  'rated|rating of|a rating of|average rating of|scored?|score of',
  'bewertet mit|mit|bewertung von|bewertung|durchschnittlich|note',
  'notee?s?|note de|note moyenne de|note',
  'valorad[oa]s? con|puntuacion de|valoracion de|nota de',
  'valutat[oaie]|valutazione di|valutazione|voto di|voto|punteggio di',
  'avaliad[oa]s? com|avaliacao de|nota de|nota',
);

/** After such a number; without it, a number after "with" is no rating. */
export const ratedFollows = follows(
  String.raw`\s*(?:on|at) (?:trustpilot|google|amazon|the app ?store|tripadvisor|yelp|capterra|g2)`,
  String.raw`\s*(?:bei|auf) (?:trustpilot|google|amazon|trusted shops|kununu)|\s*bewertet`,
  String.raw`\s*(?:sur|en|su|no|na|di) (?:trustpilot|google|amazon|avis verifies|tripadvisor|l'app ?store|app ?store)`,
);

export const timesFollows = follows(
  String.raw`\s?(?:x|×)(?![\p{L}\d])`,
  String.raw`[\s-]?(?:times|mal|fois|veces|volte|vezes)${wordEnd}`,
);

export const ratingFollows = follows(
  String.raw`\s?\/\s?5(?!\d)`,
  String.raw`\s*(?:out of|von|sur|de|su|em) (?:5|five|funf|cinq|cinco|cinque)${wordEnd}`,
  String.raw`[\s-]*(?:stars?|sternen?|etoiles|estrellas|stelle|estrelas)${wordEnd}`,
);

/** `9 out of 10 dentists` */
export const outOfTenFollows = new RegExp(
  String.raw`^\s*(?:(?:out of|in|von|de cada|em cada|su) (?:10|ten|zehn|dix|diez|dieci|dez)${wordEnd}(?:\s+(?<who>[\p{L}]+))?|(?<whose>[\p{L}]+) (?:sur|su) (?:10|dix|dieci)${wordEnd})`,
  'u',
);

export const experienceFollows = follows(
  String.raw`\s*(?:years?'? (?:of )?(?:[\p{L}-]+ )?(?:experience|expertise|know-how|tradition|craftsmanship))`,
  String.raw`\s*jahren? (?:an )?(?:[\p{L}-]+ )?(?:erfahrung|tradition|expertise|handwerk)`,
  String.raw`\s*ans (?:d'experience|d'expertise|de savoir-faire|de tradition)`,
  String.raw`\s*anos de (?:experiencia|tradicion|tradicao)`,
  String.raw`\s*anni di (?:esperienza|tradizione|artigianato)`,
);

/** Right before a time that a result takes. */
export const withinPrecedes = precedes(
  'in just|in only|in as little as|within|in under|in less than|just|in',
  'in nur|in|innerhalb von|binnen|nach nur|in unter|in weniger als',
  'en seulement|en|sous|en moins de|des',
  'en solo|en|en menos de|en tan solo',
  'in soli|in sole|in solo|in|entro|in meno di',
  'em apenas|em so|em|em menos de|dentro de',
);

export const isEmphatic = precedes(
  'in just|in only|in as little as|in under|in less than',
  'in nur|nach nur|in unter|in weniger als|schon nach',
  'en seulement|en moins de',
  'en solo|en tan solo|en menos de',
  'in soli|in sole|in solo|in meno di|in sole',
  'em apenas|em so|em menos de',
);

export const results = anywhere(
  'results?|visibl[ey]|deliver\\p{L}*|ships?|shipping|learn|lose|ready|approved|approval|set up|setup|relief|installed|at your door',
  'ergebnis\\p{L}*|sichtbar\\p{L}*|liefer\\p{L}*|geliefert|lern\\p{L}*|fertig|startklar|versand\\p{L}*|wirkt|wirkung|aufgebaut|genehmigt|bei dir',
  'resultats?|visibles?|livre\\p{L}*|livraison|apprenez|apprendre|pret|prete|expedie\\p{L}*|chez vous',
  'resultados?|visibles?|entrega\\p{L}*|envio|aprende\\p{L}*|listo|en casa',
  'risultat[io]|visibil[ei]|consegn\\p{L}*|spedit\\p{L}*|spedizione|impara\\p{L}*|pronto|pronta|a casa',
  'resultados?|visive[li]s?|entreg\\p{L}*|envio|aprend\\p{L}*|pronto|em casa',
);

/** A date or the end of an offer, not a result. */
export const deadlines = anywhere(
  'ends?|ending|left|starts?|opens?|opening|expires?|expiring|last chance|closes|coming|deadline|returns?|remaining|ago',
  'endet|enden|noch|beginnt|startet|offnet|eroffnung|lauft ab|nur noch|ruckgabe\\p{L}*|vor',
  'termine|finit|commence|ouvre|expire|reste|retours?|derniere chance',
  'termina\\p{L}*|acaba\\p{L}*|empieza|abre|quedan?|caduca|expira|devolucion\\p{L}*',
  'termina|finisce|inizia|apre|scade|mancano|resi',
  'termina\\p{L}*|acaba\\p{L}*|comeca|abre|faltam|expira|devolu\\p{L}*',
);

/** What may follow a number that is a figure. */
export const figureFollows = new RegExp(
  [
    ratingFollows,
    outOfTenFollows,
    timesFollows,
    experienceFollows,
    timeFollows,
    countedFollows,
    ratedFollows,
    anyNounFollows,
  ]
    .map(({ source }) => source.replaceAll(/\?<[a-z]+>/gi, '?:'))
    .join('|'),
  'u',
);
