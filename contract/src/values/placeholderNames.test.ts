import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CapturedAd } from '../records/capturedAd.ts';
import { OpenAd } from '../records/openAd.ts';
import { isPlaceholderName } from './placeholderNames.ts';

const placeholders = [
  'Unknown',
  'UNKNOWN',
  '(unknown)',
  '<Unknown>',
  'unknown_advertiser',
  'Unknown Advertiser',
  'N/A',
  'n.a.',
  '#N/A',
  'NaN',
  'null',
  'undefined',
  'None',
  '[object Object]',
  '-',
  '—',
  '...',
  '???',
  '_',
  'Unbekannt',
  'k. A.',
  'Inconnu',
  'INCONNUE',
  'Desconocido',
  'Desconhecida',
  'Sconosciuto',
  'Onbekend',
  'Nieznany',
  'Okänd',
  'Неизвестно',
  'Невідомо',
  'Άγνωστο',
  'غير معروف',
  'अज्ञात',
  'Bilinmeyen',
  'Không rõ',
  '알 수 없음',
  '알수없음',
  '不明',
  '未知',
  'ｕｎｋｎｏｗｎ',
  'Sponsored',
  'Gesponsert',
  'Sponsorisé',
  '광고',
  'Ad Library',
  'Advertiser name or keyword',
  'Search by keyword or advertiser',
  'Rechercher par mot-clé ou annonceur',
  '키워드 또는 광고주로 검색',
  '[Deleted]',
  'Deleted page',
  'Page not available',
  'Page Not Found',
  "This page isn't available",
  'This page isn’t available.',
  'Facebook User',
  'Instagram user',
  'LinkedIn Member',
  'Account suspended',
  'Anonymous user',
  'Seite nicht verfügbar',
  'Facebook-Nutzer',
  'Page indisponible',
  'Utilisateur de Facebook',
  'Página no disponible',
  'Usuario de Facebook',
  'Página indisponível',
  'Utilizador do Facebook',
  'Pagina non disponibile',
  'Utente Facebook',
  'Pagina niet beschikbaar',
  'Facebook-gebruiker',
  'Strona niedostępna',
  'Użytkownik Facebooka',
  'Страница удалена',
  '삭제된 페이지',
  'Facebook 사용자',
  '削除されたページ',
  'Facebookユーザー',
  '已删除的主页',
];
const brands = [
  '3M',
  '7-Eleven',
  '1800 Tequila',
  '23andMe',
  'H&M',
  'Unknown Mortal Orchestra',
  'Null Sterne Hotel',
  'None of the Above Records',
  'Sponsored Kids',
  'Naïf',
  'Facebook',
  'Instagram',
  'The Deleted Scenes',
  'User Friendly Furniture',
  'Private Page Notary',
  'Anonymous Content',
  'Advertiser Perceptions',
  '🔥',
  'A',
  '無印良品',
];

describe('a text in place of a name', () => {
  it.each(placeholders)('%s names no advertiser', (name) => {
    expect(isPlaceholderName(name, 'field')).toBe(true);
    expect(isPlaceholderName(name, 'column')).toBe(true);
  });

  it.each(brands)('%s names an advertiser', (name) => {
    expect(isPlaceholderName(name, 'field')).toBe(false);
    expect(isPlaceholderName(name, 'column')).toBe(false);
  });

  it('may be a number of four digits in a field for it, and no number in a guessed column', () => {
    expect(['4711', '501', '4 711'].map((name) => isPlaceholderName(name, 'field'))).not.toContain(true);
    expect(['12345', '1234567', '102-3388'].map((name) => isPlaceholderName(name, 'field'))).not.toContain(
      false,
    );
    expect(['4711', '7', '1234567'].map((name) => isPlaceholderName(name, 'column'))).not.toContain(false);
  });

  it('is no name with the id of a page either', () => {
    const names = ['Unknown', 'N/A', 'Advertiser name or keyword', 'null', '-', '1234567890', '12345678'];
    expect(names.filter((name) => !isPlaceholderName(name, 'page', ['6600003']))).toEqual([]);
    expect(isPlaceholderName('6600003', 'page', ['6600003'])).toBe(true);
    const pages = ['1800flowers', '4711', '7-Eleven', '123456', '6600004', 'True', '無', '1 800 CONTACTS'];
    expect(pages.filter((name) => isPlaceholderName(name, 'page', ['6600003']))).toEqual([]);
  });

  it('may be a search or a test in a guessed column only', () => {
    const names = ['Test', 'keyword', 'Suchbegriff', '키워드'];
    expect(names.filter((name) => !isPlaceholderName(name, 'column'))).toEqual([]);
    expect(names.filter((name) => isPlaceholderName(name, 'field'))).toEqual([]);
    expect(['Test Aankoop', 'Keyword Studio'].some((name) => isPlaceholderName(name, 'column'))).toBe(false);
  });

  it('with the id of a page is never one that would be a name without it', () => {
    expect.hasAssertions();
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.constantFrom(...placeholders, ...brands)), (name) => {
        expect(isPlaceholderName(name, 'page') && !isPlaceholderName(name, 'field')).toBe(false);
        expect(isPlaceholderName(name, 'field') && !isPlaceholderName(name, 'column')).toBe(false);
      }),
    );
  });

  it('does not depend on case and surrounding signs', () => {
    expect.hasAssertions();
    const sign = fc.constantFrom('', ' ', '-', '(', ')', '"', '*', '  ', '…');
    fc.assert(
      fc.property(
        fc.constantFrom(...placeholders),
        sign,
        sign,
        fc.boolean(),
        (name, before, after, isUpper) => {
          const written = `${before}${isUpper ? name.toUpperCase() : name}${after}`;
          expect(isPlaceholderName(written, 'field')).toBe(true);
        },
      ),
    );
  });
});

describe('records', () => {
  const problems = (parsed: { error?: { issues: readonly { path: PropertyKey[]; message: string }[] } }) =>
    parsed.error?.issues.map(({ path, message }) => `${path.join('.')} ${message}`) ?? [];

  it('an ad of the open format must name its advertiser, also if its id is known', () => {
    const parse = (advertiser: object) => problems(OpenAd.safeParse({ advertiser }));
    expect(parse({ name: 'Unbekannt' })).toEqual([
      'advertiser.name must name an advertiser, got "Unbekannt"',
    ]);
    expect(parse({ name: '1234567' })).toEqual(['advertiser.name must name an advertiser, got "1234567"']);
    expect(parse({ name: 'Unknown', externalId: '77' })).toEqual([
      'advertiser.name must name an advertiser, got "Unknown"',
    ]);
    expect(parse({ name: '1234567', externalId: '77' })).toEqual([]);
    expect(parse({ name: '1234567', externalIds: ['1234567'] })).toHaveLength(1);
    expect(parse({ name: '4711' })).toEqual([]);
  });

  it('a captured ad must name its advertiser', () => {
    const parse = (companyName: string) =>
      problems(CapturedAd.safeParse({ platform: 'facebook', externalId: '1', companyName }));
    expect(parse('Unknown advertiser')).toEqual([
      'companyName must name an advertiser, got "Unknown advertiser"',
    ]);
    expect(parse('3M')).toEqual([]);
  });
});
