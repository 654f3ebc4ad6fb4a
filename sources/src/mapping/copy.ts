import type { OpenAdInput } from '@magpie/contract';

/** Texts that a library or page shows in place of an ad's own. */

/** Sentences of libraries about an ad that was removed or lacked a disclaimer, by their beginnings. */
const notices = [
  /^this (?:content|ad) was removed because/,
  /^this ad (?:ran|was run) without a (?:required )?disclaimer/,
  /^this ad was run by an account or page (?:that )?we (?:have )?(?:later|since) disabled/,
  /^this ad is not active for some audiences because/,
  /^we took this ad down/,
  /^die(?:ser inhalt|se (?:werbe)?anzeige) wurde entfernt,? (?:weil|da)/,
  /^diese (?:werbe)?anzeige wurde ohne .{0,40}(?:hinweis|disclaimer|haftungsausschluss)/,
  /^c(?:e contenu|ette publicité) a été (?:supprimée?|retirée?) (?:car|parce)/,
  /^cette publicité a été diffusée sans .{0,40}(?:avertissement|mention|clause)/,
  /^est(?:e contenido|e anuncio) (?:se eliminó|se ha eliminado|fue eliminado|se retiró) (?:porque|por)/,
  /^este anuncio (?:se publicó|se puso en circulación|circuló) sin .{0,40}(?:descargo|aviso|renuncia)/,
  /^este (?:conteúdo|anúncio) foi removido (?:porque|por|pois)/,
  /^este anúncio foi veiculado sem .{0,40}(?:aviso|isenção|ressalva)/,
  /^quest(?:o contenuto|a inserzione) è stat[oa] rimoss[oa] perché/,
  /^questa inserzione è stata pubblicata senza .{0,40}disclaimer/,
  /^deze (?:content|inhoud|advertentie) is verwijderd omdat/,
  /^deze advertentie is weergegeven zonder .{0,40}disclaimer/,
  /^ta (?:treść|reklama) została usunięta,? ponieważ/,
  /^このコンテンツは.{0,60}削除されました/,
  /^이 콘텐츠는 .{0,60}삭제되었습니다/,
].map(({ source }) => source);
/** As one pattern: an import tests every text. */
const notice = new RegExp(notices.join('|'));
/** Labels of pages, alone in a text. */
const labels: ReadonlySet<string> = new Set(
  `advertiser name or keyword|search by keyword or advertiser|keyword or advertiser|see ad details|see summary details|open dropdown
this ad has multiple versions|sponsored|eu transparency|platforms|no text|no ad text|n/a|null|undefined|none|[object object]
name des werbetreibenden oder schlüsselwort|nom de l’annonceur ou mot-clé|nom de l'annonceur ou mot-clé
nombre del anunciante o palabra clave|nome do anunciante ou palavra-chave|広告主名またはキーワード|광고주 이름 또는 키워드`.split(
    /[|\n]/,
  ),
);
/** A longer text that begins like a notice is an ad. */
const maxNoticeLength = 400;

function isCopy(text: string): boolean {
  // `Only {{product.price}}` is filled for each viewer: nobody sees this text.
  if (text.includes('{{')) return false;
  if (text.length > maxNoticeLength) return true;
  const said = text.toLowerCase();
  return !labels.has(said.replace(/[.:…]+$/, '')) && !notice.test(said);
}

function keepText(text: string | null | undefined): string | null {
  return typeof text === 'string' && isCopy(text) ? text : null;
}

type Texts = Pick<OpenAdInput, 'headlines' | 'bodies' | 'description' | 'cards'>;

/** The ad without texts that are not its own. */
export function keepCopy<Ad extends Texts>(ad: Ad): Ad {
  const { headlines = [], bodies = [], description, cards = [] } = ad;
  return Object.assign({}, ad, {
    headlines: headlines.filter(isCopy),
    bodies: bodies.filter(isCopy),
    description: keepText(description),
    cards: cards.map((card) =>
      Object.assign({}, card, {
        headline: keepText(card.headline),
        body: keepText(card.body),
        description: keepText(card.description),
      }),
    ),
  });
}
