import type { Sentence } from './sentences.ts';

/**
 * Words that name no product. A price whose words are all among these says nothing about what it is for, so prices in two
 * such sentences may be those of different products.
 */
const genericWords = new Set(
  [
    'a an the your our my this that these those it its now new only just for from at as low to of in on off and or get buy shop order grab starting starts start price prices priced today here per month monthly year week day night each every person item piece pair cost costs all with sale save deal deals offer offers limited time plus more up over under is are be available yours try link online free us ca au nz',
    'der die das den dem ein eine einen einem einer dein deine ihr ihre unser unsere jetzt neu nur schon bereits ab fur zum preis preise von und oder im am in bei heute hier pro monat monatlich jahr woche tag nacht stuck person je kaufen bestellen sichern sichere dir sich sie du angebot angebote aktion alle alles mit kostet kosten online inkl versand statt gratis beginnend',
    'le la les un une des du de d l votre ton ta nos notre nouveau maintenant seulement pour prix a partir en au aux et ou aujourd hui ici par mois an semaine jour nuit personne piece commandez achetez profitez offre offres tout avec des seul uniquement',
    'el la los las un una tu su nuestro nuevo ahora solo solamente por desde de precio precios y o en con hoy aqui al mes ano semana dia noche persona unidad compra pide consigue oferta ofertas todo desde apenas',
    'il lo la i gli le un uno una tuo tua nostro nuovo ora adesso solo soli da partire prezzo prezzi e o in con oggi qui al mese anno settimana giorno notte persona pezzo compra ordina acquista offerta offerte tutto per di',
    'o os a as um uma seu sua teu nosso novo agora so apenas por de desde partir preco precos e ou em com hoje aqui ao mes ano semana dia noite pessoa unidade compre peca aproveite oferta ofertas tudo',
    'eur euro euros usd dollar dollars chf gbp brl reais n',
  ].flatMap((words) => words.split(' ')),
);
const minLetters = 3;

function wordsOf(folded: string): string[] {
  return folded.split(/[^\p{L}]+/u).filter((word) => word !== '');
}

function namesProduct(folded: string): boolean {
  return wordsOf(folded).some((word) => word.length >= minLetters && !genericWords.has(word));
}

/**
 * What a price is for: all words of its sentence and, if these name no product, those of the sentence before or after it.
 * Null if they name none either.
 */
export function describePriced(sentences: readonly Sentence[], at: number): string | null {
  const own = sentences[at]?.folded ?? '';
  const masked = maskNumbers(own);
  if (namesProduct(own)) return masked;
  const next = [sentences[at - 1], sentences[at + 1]].find(
    (each) => each !== undefined && namesProduct(each.folded),
  );
  return next === undefined ? null : `${masked} | ${maskNumbers(next.folded)}`;
}

function maskNumbers(folded: string): string {
  return folded
    .replaceAll(/\d[\d.,' ]*/g, 'N ')
    .replaceAll(/[^\p{L}$€£%]+/gu, ' ')
    .trim();
}
