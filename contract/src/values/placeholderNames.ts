import { platformTable } from '../platforms.ts';

/**
 * Texts in place of an advertiser's name: "unknown" and "not available", labels of ad libraries, the hint in their search
 * fields, and what platforms show for a deleted page or account. Without zod, because content scripts bundle this file.
 */

/** One name per line or comma; compared without case and signs, so that `N/A`, `(unknown)` and `#N/A` are found too. */
const placeholders = `
unknown, unknown advertiser, unknown page, unknown brand, unknown company, advertiser unknown, unnamed, not found
n a, na, nan, nil, null, undefined, none, not available, not applicable, not specified, no advertiser, tbd, object object, true, false
unbekannt, unbekannter werbetreibender, nicht verfügbar, nicht bekannt, keine angabe, ohne namen, k a
inconnu, inconnue, annonceur inconnu, non disponible, non renseigné, non spécifié, aucun, sans nom
desconocido, desconocida, anunciante desconocido, no disponible, no especificado, ninguno, sin nombre
desconhecido, desconhecida, anunciante desconhecido, não disponível, indisponível, não informado, nenhum, sem nome
sconosciuto, sconosciuta, inserzionista sconosciuto, non specificato, nessuno, senza nome
onbekend, onbekende adverteerder, niet beschikbaar, niet bekend, geen, naamloos
nieznany, nieznana, nieznany reklamodawca, niedostępne, brak, brak danych, bez nazwy
okänd, ukendt, ukjent, tuntematon, neznámý, neznámá, neznámy, ismeretlen, necunoscut, nepoznat, неизвестен, непознат, bilinmeyen, bilinmiyor, tidak diketahui, không rõ, không xác định
неизвестно, неизвестный, неизвестный рекламодатель, нет данных, не указано, невідомо, невідомий, άγνωστο, άγνωστος, לא ידוע, غير معروف, مجهول, غير متوفر, अज्ञात, ไม่ทราบ, ไม่ระบุ
알 수 없음, 알수없음, 알 수 없는 광고주, 미상, 없음, 정보 없음, 해당 없음, 不明, 未設定, 不詳, 広告主不明, 該当なし, 未知, 未知广告主, 未知廣告主, 无, 無, 暂无
advertiser, advertiser name, page name, brand name, company name, your brand, your company, search results, sponsored, advertisement
gesponsert, sponsorisé, commandité, patrocinado, sponsorizzato, gesponsord, sponsorowane, sponsrad, sponsoreret, sponset, sponsorlu, реклама, 赞助内容, 贊助, 広告, 광고
ad library, meta ad library, facebook ad library, werbebibliothek, bibliothèque publicitaire, biblioteca de anuncios, biblioteca de anúncios, libreria inserzioni, 광고 라이브러리, 広告ライブラリ, 广告资料库
advertiser name or keyword, search by keyword or advertiser, keyword or advertiser, search by advertiser or website name, search by advertiser name
nach stichwort oder werbetreibendem suchen, stichwort oder werbetreibender, rechercher par mot clé ou annonceur, buscar por palabra clave o anunciante
pesquise por palavra chave ou anunciante, pesquisar por palavra chave ou anunciante, cerca per parola chiave o inserzionista, zoeken op trefwoord of adverteerder
키워드 또는 광고주로 검색, キーワードまたは広告主で検索, 按关键词或广告主搜索
deleted, removed, page deleted, deleted page, removed page, page removed, this page was deleted, page not available, page unavailable, page not found, this page is not available
this page isn t available, this page is unavailable, this content isn t available, content not available, content unavailable, account deleted, deleted account, account not available, account unavailable
account suspended, suspended account, suspended page, disabled account, deactivated account, inactive page, private account, private page, deleted advertiser, deleted user, unknown user, anonymous, anonymous user, unavailable
facebook page, meta user, google user, twitter user
gelöscht, gelöschte seite, seite gelöscht, seite nicht verfügbar, diese seite ist nicht verfügbar, konto gelöscht, gelöschtes konto, facebook nutzer, facebook nutzerin, facebook mitglied, instagram nutzer
supprimé, supprimée, page supprimée, page non disponible, page indisponible, cette page n est pas disponible, compte supprimé, utilisateur facebook, utilisateur de facebook, utilisateur instagram
eliminado, eliminada, página eliminada, página no disponible, esta página no está disponible, cuenta eliminada, usuario de facebook, usuario de instagram
excluído, excluída, página excluída, página removida, página não disponível, página indisponível, esta página não está disponível, conta excluída, usuário do facebook, utilizador do facebook, usuário do instagram
eliminato, eliminata, pagina eliminata, pagina non disponibile, questa pagina non è disponibile, account eliminato, utente facebook, utente di facebook, utente instagram
verwijderd, verwijderde pagina, pagina verwijderd, pagina niet beschikbaar, deze pagina is niet beschikbaar, facebook gebruiker, facebookgebruiker, instagram gebruiker
usunięto, usunięta, strona usunięta, usunięta strona, strona niedostępna, ta strona jest niedostępna, konto usunięte, użytkownik facebooka, użytkownik instagrama
удалено, страница удалена, страница недоступна, аккаунт удален, аккаунт удалён, пользователь facebook, silinmiş sayfa, facebook kullanıcısı
삭제됨, 삭제된 페이지, 페이지를 사용할 수 없음, 이용할 수 없는 페이지, 삭제된 계정, facebook 사용자, 페이스북 사용자, instagram 사용자
削除済み, 削除されたページ, ページは利用できません, このページは利用できません, 削除されたアカウント, facebookユーザー, facebook ユーザー, instagramユーザー
已删除, 已刪除, 页面已删除, 已删除的主页, 主页不可用, 页面不可用, 账号已删除, facebook用户, facebook 用户, facebook用戶, instagram用户
`;

const signs = /[^\p{L}\p{M}\p{N}\p{So}]+/gu;

function toWords(name: string): string {
  return name.normalize('NFKC').toLowerCase().replaceAll(signs, ' ').trim();
}

/** What a platform shows in place of a deleted account. */
const accounts = platformTable.platforms.flatMap((name) => [
  `${name} user`,
  `${name} member`,
  `${name} account`,
]);

export const placeholderWords: readonly string[] = [...placeholders.split(/[,\n]/), ...accounts].map(toWords);
const known: ReadonlySet<string> = new Set(placeholderWords);

/** Words of the list that are also names of pages: True is a mobile operator, Anonymous a movement. */
const namesOfPages: ReadonlySet<string> = new Set(['true', 'false', 'nil', 'tbd', '無', '无', 'anonymous']);
/** Those that are no name with the id of a page either. */
export const pagePlaceholderWords: readonly string[] = placeholderWords.filter(
  (words) => words !== '' && !namesOfPages.has(words),
);
const knownOfPages: ReadonlySet<string> = new Set(pagePlaceholderWords);

/** Names of searches and tests, as tables of crawlers contain them. They may also be names of brands. */
const searches = `
test, tests, testing, test advertiser, test brand, test page, keyword, keywords, search, search term, search query, query
suchbegriff, stichwort, mot clé, palabra clave, palavra chave, parola chiave, zoekwoord, trefwoord, słowo kluczowe, 키워드, 검색어, キーワード, 关键词, 關鍵字
`;
const knownSearches: ReadonlySet<string> = new Set(searches.split(/[,\n]/).map(toWords));

/** Where a name was read: with the id of its page in an ad library, in a field for it, or in a column that was guessed. */
export type NameOrigin = 'page' | 'field' | 'column';

/** Brands such as 4711 have up to four digits, ids of pages have more. */
const maxDigitsOfBrand = 4;
/** A page may have a longer number as its name, but not one as long as an id, or its own id. */
export const maxDigitsOfPage = 7;
export const minDigitsOfPageId = 6;

/**
 * Whether a text in place of a name names no advertiser.
 *
 * @param ids of the page in its library, if `origin` is a page
 */
export function isPlaceholderName(name: string, origin: NameOrigin, ids: readonly string[] = []): boolean {
  const words = toWords(name);
  if (words === '') return true;
  if (/^[\p{N} ]+$/u.test(words)) return isNumberNoName(words.replaceAll(' ', ''), origin, ids);
  if (origin === 'page') return knownOfPages.has(words);
  return known.has(words) || (origin === 'column' && knownSearches.has(words));
}

function isNumberNoName(digits: string, origin: NameOrigin, ids: readonly string[]): boolean {
  const { length } = Array.from(digits);
  if (origin === 'column') return true;
  if (origin === 'field') return length > maxDigitsOfBrand;
  return length > maxDigitsOfPage || (length >= minDigitsOfPageId && ids.includes(digits));
}
