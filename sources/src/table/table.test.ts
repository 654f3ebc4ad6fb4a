import { OpenAd } from '@magpie/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { suggestMapping, tableSource, type TableOptions } from './table.ts';

function tableOf(sample: readonly unknown[], options?: TableOptions) {
  const table = tableSource(sample, options);
  if (table === null) throw new Error('no table of ads');
  return table;
}

/** The known fields of the first row as a validated ad. */
function firstAd(sample: readonly unknown[], options?: TableOptions) {
  const ad = OpenAd.parse(tableOf(sample, options).source.toAd(sample[0]));
  return Object.fromEntries(
    Object.entries(ad).filter(([, value]) => value !== null && !(Array.isArray(value) && value.length === 0)),
  );
}

function mappingOf(sample: readonly unknown[], options?: TableOptions): Record<string, string> {
  return Object.fromEntries(
    tableOf(sample, options).mapped.map(({ field, column, how }) => [column, `${field} by ${how}`]),
  );
}

describe('columns by name', () => {
  const cells = [
    'Acme',
    'Buy our anvils, they fall fast',
    'Anvils for all',
    'https://acme.example/anvils',
    '13.10.2024',
    'Deutschland',
    '1.234',
  ];
  const fields = ['advertiser', 'bodies', 'headlines', 'landingPageUrl', 'startDate', 'countries', 'likes'];

  it.each([
    ['English', 'Advertiser|Primary Text|Headline|Landing Page URL|Start Date|Country|Likes'],
    [
      'English for programs',
      'pageName|ad_creative_body|ad_creative_link_title|link_url|ad_delivery_start_time|country_code|likeCount',
    ],
    ['German', 'Werbetreibender|Anzeigentext|Überschrift|Zielseite|Startdatum|Land|Gefällt mir'],
    ['French', 'Annonceur|Texte de l’annonce|Accroche|Page de destination|Date de début|Pays|J’aime'],
    ['Spanish', 'Anunciante|Texto del anuncio|Titular|URL de destino|Fecha de inicio|País|Me gusta'],
    ['Portuguese', 'Anunciante|Texto do anúncio|Título|Página de destino|Data de início|País|Curtidas'],
    [
      'Italian',
      'Inserzionista|Testo dell’annuncio|Titolo|Pagina di destinazione|Data di inizio|Paese|Mi piace',
    ],
    ['Dutch', 'Adverteerder|Advertentietekst|Kop|Bestemmingspagina|Begindatum|Landen|Vind ik leuks'],
    ['Polish', 'Reklamodawca|Treść reklamy|Nagłówek|Strona docelowa|Data rozpoczęcia|Kraj|Polubienia'],
    ['Turkish', 'Reklam veren|Reklam metni|Reklam başlığı|Açılış sayfası|Başlangıç tarihi|Ülke|Beğeni'],
    ['Russian', 'Рекламодатель|Текст объявления|Заголовок|Целевая страница|Дата начала|Страна|Лайки'],
    ['Chinese', '广告主|广告文案|广告标题|落地页|开始日期|国家|点赞数'],
    ['Japanese', '広告主|広告文|見出し|リンク先URL|開始日|国|いいね数'],
    ['Korean', '광고주|광고 문구|헤드라인|랜딩 페이지|시작일|국가|좋아요 수'],
    ['Korean of a monitor', '브랜드명|광고카피|광고제목|랜딩페이지 URL|노출 시작일|노출 국가|좋아요'],
    [
      'German of a monitor',
      'Markenname|Primärtext|Anzeigenüberschrift|Zielseiten-URL|Aktiv seit|Ausspielungsland|Likes',
    ],
    [
      'French of a monitor',
      'Nom de la marque|Contenu publicitaire|Titre publicitaire|Page d’atterrissage|Lancée le|Pays cible|J’aime',
    ],
    [
      'Spanish of a monitor',
      'Nombre del anunciante|Cuerpo del anuncio|Título principal|Página de aterrizaje|Fecha inicial|País objetivo|Me gusta',
    ],
    [
      'Italian of a monitor',
      'Nome del brand|Corpo dell’annuncio|Titolo principale|Pagina di atterraggio|Attiva dal|Nazione|Mi piace',
    ],
    [
      'Dutch of a monitor',
      'Bedrijfsnaam|Tekst van de advertentie|Koptekst|Landingspagina|Actief sinds|Doelland|Vind ik leuks',
    ],
    [
      'Polish of a monitor',
      'Nazwa firmy|Tekst ogłoszenia|Tytuł ogłoszenia|Docelowy URL|Data startu|Kraj emisji|Polubienia',
    ],
  ])('are recognised in %s', (_, header) => {
    const names = header.split('|');
    const record = Object.fromEntries(names.map((name, at) => [name, cells[at]]));
    expect(mappingOf([record])).toEqual(
      Object.fromEntries(names.map((name, at) => [name, `${fields[at]} by name`])),
    );
    expect(firstAd([record])).toMatchObject({
      advertiser: { name: 'Acme' },
      bodies: ['Buy our anvils, they fall fast'],
      headlines: ['Anvils for all'],
      landingPageUrl: 'https://acme.example/anvils',
      startDate: '2024-10-13',
      countries: ['DE'],
      engagement: { likes: 1234 },
    });
  });

  it.each([
    [
      'Arabic',
      'المُعلن|نص الإعلان|العنوان الرئيسي|صفحة الهبوط|تاريخ البدء|تاريخ الانتهاء|المنصة|الدولة|حالة الاعلان|اللغة',
      'ألمانيا',
      'نشط',
    ],
    [
      'Hindi',
      'विज्ञापनदाता|विज्ञापन टेक्स्ट|शीर्षक|लैंडिंग पेज|आरंभ तिथि|समाप्ति तिथि|प्लेटफ़ॉर्म|देश|स्थिति|भाषा',
      'जर्मनी',
      'सक्रिय',
    ],
    [
      'Vietnamese',
      'Nhà quảng cáo|Nội dung quảng cáo|Tiêu đề|Trang đích|Ngày bắt đầu|Ngày kết thúc|Nền tảng|Quốc gia|Trạng thái|Ngôn ngữ',
      'Đức',
      'có',
    ],
    [
      'Indonesian',
      'Pengiklan|Teks iklan|Judul iklan|Halaman tujuan|Tanggal mulai|Tanggal berakhir|Platform|Negara|Status iklan|Bahasa',
      'Jerman',
      'aktif',
    ],
    [
      'Swedish',
      'Annonsör|Annonstext|Rubrik|Landningssida|Startdatum|Slutdatum|Plattform|Land|Annonsstatus|Språk',
      'Tyskland',
      'aktiv',
    ],
    [
      'Czech',
      'Zadavatel|Text reklamy|Nadpis|Cílová stránka|Datum zahájení|Datum ukončení|Platforma|Země|Stav reklamy|Jazyk',
      'Německo',
      'aktivní',
    ],
    [
      'Greek',
      'ΔΙΑΦΗΜΙΣΤΗΣ|Κείμενο διαφήμισης|Επικεφαλίδα|Σελίδα προορισμού|Ημερομηνία έναρξης|Ημερομηνία λήξης|Πλατφόρμα|Χώρα|Κατάσταση|Γλώσσα',
      'Γερμανία',
      'ενεργή',
    ],
    [
      'Hebrew',
      'מפרסם|טקסט המודעה|כותרת|דף נחיתה|תאריך התחלה|תאריך סיום|פלטפורמה|מדינה|סטטוס|שפה',
      'גרמניה',
      'פעיל',
    ],
    [
      'Thai',
      'ผู้ลงโฆษณา|ข้อความโฆษณา|พาดหัว|หน้าปลายทาง|วันที่เริ่มต้น|วันที่สิ้นสุด|แพลตฟอร์ม|ประเทศ|สถานะ|ภาษา',
      'เยอรมนี',
      'ใช่',
    ],
    [
      'Ukrainian',
      'Рекламодавець|Текст оголошення|Заголовок|Цільова сторінка|Дата початку|Дата закінчення|Платформа|Країна|Статус|Мова',
      'Німеччина',
      'активне',
    ],
  ])('and their cells are recognised in %s', (_, header, country, active) => {
    const texts = ['Acme', 'Buy our anvils', 'Anvils', 'https://acme.example/a', '13.10.2024', '14.11.2024'];
    const names = header.split('|');
    const row = [...texts, 'Facebook', country, active, 'de'];
    const record = Object.fromEntries(names.map((name, at) => [name, row[at]]));
    expect(tableOf([record]).mapped.map(({ how }) => how)).toEqual(names.map(() => 'name'));
    expect(firstAd([record])).toMatchObject({
      advertiser: { name: 'Acme' },
      bodies: ['Buy our anvils'],
      headlines: ['Anvils'],
      landingPageUrl: 'https://acme.example/a',
      startDate: '2024-10-13',
      endDate: '2024-11-14',
      platforms: ['facebook'],
      countries: ['DE'],
      status: 'active',
      language: 'de',
    });
  });

  it('are ignored when the cells contradict them', () => {
    const post = {
      page_name: 'Acme',
      caption: 'Our anvils fall fast, and far.',
      url: 'https://acme.example',
      image: 'anvil.png',
    };
    expect(mappingOf([post])).toEqual({
      page_name: 'advertiser by name',
      caption: 'bodies by contents',
      url: 'landingPageUrl by contents',
    });
    expect(tableOf([post]).leftOut).toEqual(['image']);
  });

  it('can provide several headlines and texts', () => {
    const row = {
      brand: 'Acme',
      'Headline 1': 'Anvils',
      'Headline 2': 'More anvils',
      'Headline 3': '',
      ad_creative_bodies: String.raw`['It\'s heavy', "Say \"ouch\"", 'It\'s heavy', 'Two\nlines']`,
    };
    expect(firstAd([row])).toMatchObject({
      headlines: ['Anvils', 'More anvils'],
      bodies: ["It's heavy", 'Say "ouch"', 'Two\nlines'],
    });
  });
});

describe('columns by contents', () => {
  it('are found under meaningless names', () => {
    const sample = [
      {
        brand: 'Acme',
        c1: 'https://www.facebook.com/ads/library/?id=123456789012345',
        c2: 'https://scontent.example.net/v/anvil.jpg?oh=1',
        c3: 'https://cdn.example.net/anvil.mp4',
        c4: 'Facebook, Instagram',
        c5: 'Oct 13, 2024',
        c6: 'Active',
        c7: 'Our anvils fall faster than any other anvil.',
        c8: 'https://acme.example/anvils',
        c9: 'x7',
      },
    ];
    expect(mappingOf(sample)).toEqual({
      brand: 'advertiser by name',
      c1: 'sourceUrl by contents',
      c2: 'imageUrls by contents',
      c3: 'videoUrls by contents',
      c4: 'platforms by contents',
      c5: 'startDate by contents',
      c6: 'status by contents',
      c7: 'bodies by contents',
      c8: 'landingPageUrl by contents',
    });
    expect(tableOf(sample).leftOut).toEqual(['c9']);
    expect(firstAd(sample)).toMatchObject({
      key: 'meta:123456789012345',
      platforms: ['facebook', 'instagram'],
      status: 'active',
      media: [{ type: 'video' }, { type: 'image' }],
    });
  });
});

describe('columns whose names and cells disagree', () => {
  const sentence = (at: number) => `Our anvils number ${at} fall faster than any other anvil.`;
  const rows = (more: (at: number) => Record<string, unknown>) =>
    [0, 1, 2, 3, 4, 5].map((at) =>
      Object.assign({ page_name: 'Acme', ad_id: `${100_000_000_000 + at}` }, more(at)),
    );

  it.each([
    ['a warning flag', 'has_low_impression_warning', (at: number) => (at % 2 === 0 ? 'True' : 'False')],
    ['a flag under a generic name', 'status', (at: number) => at % 2 === 0],
    ['the result of a review', 'review_status', (at: number) => (at % 2 === 0 ? 'active' : 'inactive')],
    [
      'the reason of a review',
      'auto_review_reason',
      (at: number) => `Rejected because rule ${at} applies to it.`,
    ],
    ['a summary', 'summary', sentence],
    ['a summary of a text', 'ad_text_summary', sentence],
    ['a Korean note', '검토 메모', sentence],
    ['a German reason', 'Begründung', sentence],
    ['an unknown text', 'persona', sentence],
    ['an unknown date', 'contract_day', (at: number) => `2024-10-1${at}`],
    ['the cover of a page', 'page_cover_photo_url', () => 'https://acme.example/cover.jpg'],
    ['flags as button texts', 'cta', (at: number) => at % 2 === 0],
    ['codes as platforms', 'source', () => 'crawler-2'],
    ['sentences as advertisers', 'brand', (at: number) => sentence(at).repeat(3)],
  ])('are left out: %s', (_, column, cell) => {
    const sample = rows((at) => ({ ad_text: sentence(at), [column]: cell(at) }));
    const { mapped, leftOut } = tableOf(sample);
    expect(mapped.map((found) => found.column)).toEqual(['ad_id', 'page_name', 'ad_text']);
    expect(leftOut).toEqual([column]);
    expect(firstAd(sample)).toMatchObject({ bodies: [sentence(0)], advertiser: { name: 'Acme' } });
  });

  it('are left out if two fit one field', () => {
    const sample = rows((at) => ({ c1: sentence(at), c2: sentence(at + 10), headline: 'Anvils' }));
    expect(tableOf(sample).leftOut).toEqual(['c1', 'c2']);
  });

  it('use the most specific name, whatever the order of the columns', () => {
    const sample = rows(() => ({
      body: 'Buy anvils',
      created_at: '2025-03-03',
      start_date: '2024-10-13',
      ended: '2025-01-01',
    }));
    expect(firstAd(sample)).toMatchObject({ startDate: '2024-10-13', endDate: '2025-01-01' });
    const named = [{ name: 'Campaign 7', ad_text: 'Buy anvils', brand: 'Acme' }];
    expect(firstAd(named)).toMatchObject({ advertiser: { name: 'Acme' } });
    expect(tableOf(named).leftOut).toEqual(['name']);
  });
});

describe('names of monitors and scrapers', () => {
  it('are understood', () => {
    const row = {
      competitor: 'Acme',
      ad_text: 'Buy anvils',
      ad_cta_label: 'Shop now',
      ad_distribution_platforms: 'FACEBOOK, INSTAGRAM, AUDIENCE_NETWORK, MESSENGER',
      scrape_run_date: '2025-01-02',
      start: 'Oct 13, 2024',
    };
    expect(tableOf([row]).leftOut).toEqual([]);
    expect(firstAd([row])).toMatchObject({
      advertiser: { name: 'Acme' },
      bodies: ['Buy anvils'],
      ctaText: 'Shop now',
      platforms: ['facebook', 'instagram'],
      capturedAt: '2025-01-02T00:00:00.000Z',
      startDate: '2024-10-13',
    });
  });

  it.each([
    ['a list', ['FACEBOOK', 'INSTAGRAM']],
    ['a text', 'Facebook | Instagram'],
    ['flags', { facebook: true, instagram: true, messenger: true, youtube: false }],
  ])('have platforms as %s', (_, platforms) => {
    expect(firstAd([{ page_name: 'Acme', body: 'Buy anvils', platforms }])).toMatchObject({
      platforms: ['facebook', 'instagram'],
    });
  });

  it.each([
    ['Korean', '광고주명|광고텍스트|광고시작일|광고종료일|광고 상태', '운영중', '종료'],
    ['Korean, two words', '광고주|광고 텍스트|시작 일자|종료 일자|운영중/신규', '운영중/신규', '중단'],
    ['Korean, new', '경쟁사|광고문구|시작일|종료일|상태', '신규', '종료됨'],
    ['Korean brands', '브랜드명|광고텍스트|광고시작일|광고종료일|운영중/신규', '운영중/신규', '운영종료'],
    [
      'German columns',
      'Markenname|Text der Anzeige|Laufzeit von|Laufzeit bis|Noch aktiv',
      'ja',
      'abgelaufen',
    ],
    [
      'French columns',
      'Nom de l’annonceur|Contenu de l’annonce|Lancé le|Terminé le|État',
      'en ligne',
      'expirée',
    ],
    [
      'Spanish columns',
      'Nombre de la marca|Contenido del anuncio|Activo desde|Fecha final|Sigue activo',
      'en curso',
      'expirado',
    ],
    [
      'Italian columns',
      'Nome azienda|Contenuto annuncio|Attiva dal|Data finale|Attiva',
      'in corso',
      'scaduta',
    ],
    ['Dutch columns', 'Merknaam|Inhoud advertentie|Gestart op|Gestopt op|Nog actief', 'lopend', 'afgelopen'],
    ['Polish columns', 'Nazwa marki|Treść ogłoszenia|Start emisji|Koniec emisji|Stan', 'trwa', 'wygasła'],
    ['Japanese', '競合他社|広告テキスト|広告開始日|広告終了日|配信ステータス', '配信中', '配信終了'],
    ['Japanese, new', '広告主|広告の本文|開始日|終了日|配信中/新規', '新規', '停止中'],
    ['German', 'Wettbewerber|Anzeigentext|Anzeigenstart|Anzeigenende|Läuft/Neu', 'läuft', 'beendet'],
    [
      'French',
      'Concurrent|Texte de la publicité|Début de diffusion|Fin de diffusion|En cours/Nouveau',
      'en cours',
      'terminée',
    ],
    [
      'Spanish',
      'Competidor|Texto de la publicidad|Inicio del anuncio|Fin del anuncio|En circulación/Nuevo',
      'nuevo',
      'finalizado',
    ],
    [
      'Portuguese',
      'Concorrente|Corpo do anúncio|Início do anúncio|Fim do anúncio|Em veiculação/Novo',
      'em veiculação',
      'encerrado',
    ],
  ])('are understood in %s', (_, header, running, over) => {
    const names = header.split('|');
    const toRow = (cells: readonly string[]) =>
      Object.fromEntries(names.map((name, at) => [name, cells[at]]));
    const sample = [
      toRow(['Acme', 'Buy our anvils', '2024-10-13', '2024-11-14', over]),
      toRow(['Acme', 'Buy more anvils', '2024-10-14', '', running]),
    ];
    expect(tableOf(sample).leftOut).toEqual([]);
    expect(firstAd(sample)).toMatchObject({
      advertiser: { name: 'Acme' },
      bodies: ['Buy our anvils'],
      startDate: '2024-10-13',
      endDate: '2024-11-14',
      status: 'inactive',
    });
    expect(tableOf(sample).source.toAd(sample[1]).status).toBe('active');
  });

  it('have no advertiser ids from redirects', () => {
    const row = { page_name: 'Acme', body: 'Buy anvils', page_id: 'l.php' };
    expect(tableOf([row]).source.toAd(row).advertiser).toMatchObject({ externalIds: [] });
  });
});

describe('wrapped lists', () => {
  const ads = [
    { ad_text: 'Buy anvils', ad_id: '1' },
    { ad_text: 'Buy more anvils', ad_id: '2' },
  ];

  function adsOf(documents: readonly unknown[]) {
    const { source } = tableOf(documents);
    return documents.flatMap((document) => [...source.unfold(document)].map((row) => source.toAd(row)));
  }

  it.each([
    ['ads of a brand', { brand_name: 'Acme', ads }],
    ['deeper ads', { brand_name: 'Acme', data: { count: 2, results: [ads] } }],
    [
      'ads with their own advertiser',
      { name: 'dd32', results: ads.map((ad) => ({ ...ad, page_name: 'Acme' })) },
    ],
    ['Korean ads', { 경쟁사: 'Acme', 광고: ads }],
  ])('are unwrapped: %s', (_, document) => {
    expect(adsOf([document])).toMatchObject([
      { advertiser: { name: 'Acme' }, bodies: ['Buy anvils'], externalId: '1' },
      { advertiser: { name: 'Acme' }, bodies: ['Buy more anvils'], externalId: '2' },
    ]);
  });

  it.each([
    ['one search', { dd32: ads }],
    ['words of a search', { 'running shoes': ads }],
    ['brands or searches', { Acme: [ads[0]], 'Bell & Co': [ads[1]], Crane: [] }],
    ['brands or searches with a list each', { Acme: { ads: [ads[0]] }, Bell: { ads: [] } }],
    ['a search with a time', { scraped_at: '2026-01-05', acme: ads }],
  ])('are refused under the key of a map, which is suggested as the advertiser: %s', (_, document) => {
    expect(tableSource([document])).toBeNull();
    expect(suggestMapping([document])?.map).toEqual({ advertiser: 'list_name', bodies: 'ad_text' });
  });

  it('under the keys of a map have those as advertisers if the reader says so', () => {
    const document = { scraped_at: '2026-01-05', Acme: [ads[0]], 'Bell & Co': [ads[1]], Crane: [] };
    const { source } = tableOf([document], { map: { advertiser: 'list_name' } });
    expect([...source.unfold(document)].map((row) => source.toAd(row))).toMatchObject([
      { advertiser: { name: 'Acme' }, externalId: '1', capturedAt: '2026-01-05T00:00:00.000Z' },
      { advertiser: { name: 'Bell & Co' }, externalId: '2' },
    ]);
  });

  it('under the keys of a map or in a list have their own advertisers', () => {
    const named = [{ ...ads[0], page_name: 'Acme Tools' }];
    expect(adsOf([{ dd32: named }])).toMatchObject([{ advertiser: { name: 'Acme Tools' } }]);
    const brands = [
      { brand_name: 'Acme', ads },
      { brand_name: 'Bell', ads: [] },
    ];
    expect(adsOf([{ brands }])).toHaveLength(2);
  });

  it.each(['2026-01-05', 'facebook', 'active', 'products', 'posts', 'found_items', 'adRecords', '17'])(
    'under %s have no brand from it',
    (key) => {
      expect(tableSource([{ [key]: ads }])).toBeNull();
    },
  );

  it('under the words of a search have no brand from them', () => {
    const row = { ...ads[0], search_term: 'Anvils', landing_page: 'https://acme.example/a' };
    expect(adsOf([{ anvils: [row] }])).toMatchObject([{ advertiser: { name: 'acme.example' } }]);
  });

  it('of brands without ads are no rows, however many there are', () => {
    const brands = ['Ajax', 'Bell', 'Crane'].map((brand_name) => ({ brand_name, ads: [] }));
    expect(adsOf([...brands, { brand_name: 'Acme', ads }])).toMatchObject([
      { advertiser: { name: 'Acme' }, bodies: ['Buy anvils'] },
      { advertiser: { name: 'Acme' }, bodies: ['Buy more anvils'] },
    ]);
  });

  it('keep a document without a list as a row, to be reported', () => {
    const { source } = tableOf([
      { brand_name: 'Acme', ads },
      { brand_name: 'Acme', ads },
      { error: 'timeout' },
    ]);
    expect([...source.unfold({ error: 'timeout' })]).toEqual([{ error: 'timeout' }]);
    expect(source.recognises({ error: 'timeout' })).toBe(false);
  });

  it('are not advertisers by the name of a search', () => {
    expect(
      tableSource([{ name: 'dd32', results: [{ title: 'Anvils', image: 'https://acme.example/a.jpg' }] }]),
    ).toBeNull();
    expect(
      tableSource([
        {
          query: 'apple',
          results: [{ id: '100484820802', name: 'Apple TV', likes: 12, category: 'Product' }],
        },
      ]),
    ).toBeNull();
  });
});

describe('objects inside of rows', () => {
  it('are columns', () => {
    const row = {
      id: '9',
      page: { name: 'Acme', id: '10000001', likes: 12 },
      body: { text: 'Buy our anvils', markup: '<b>x</b>' },
      link: { url: 'https://acme.example/anvils' },
      impressions: { lower_bound: '1000', upper_bound: '4998' },
      spend: { lower_bound: '100' },
    };
    const { source, leftOut } = tableOf([row]);
    expect(leftOut).toEqual(['page.likes', 'body.markup']);
    const [unfolded] = [...source.unfold(row)];
    expect(source.toAd(unfolded)).toMatchObject({
      advertiser: { name: 'Acme', externalIds: ['10000001'] },
      bodies: ['Buy our anvils'],
      landingPageUrl: 'https://acme.example/anvils',
      impressions: { lower: 1000, upper: 4998 },
      spend: { lower: 100, upper: null },
    });
  });

  it('are columns at any depth', () => {
    const snapshot = { page_name: 'Acme', body: { text: 'Buy our anvils' }, title: 'Anvils' };
    const row = { ad_archive_id: '123456789012345', snapshot };
    const { source } = tableOf([row]);
    expect([...source.unfold(row)].map((one) => source.toAd(one))).toMatchObject([
      { advertiser: { name: 'Acme' }, bodies: ['Buy our anvils'], headlines: ['Anvils'] },
    ]);
  });

  it('stay cells without names that are known', () => {
    const row = {
      page_name: 'Acme',
      bodies: { en: 'Buy our anvils', de: 'Kauft Ambosse' },
      platforms: { facebook: true, instagram: false },
      images: { 0: 'https://a.example/1.jpg' },
    };
    expect(firstAd([row])).toMatchObject({
      bodies: ['Buy our anvils', 'Kauft Ambosse'],
      platforms: ['facebook'],
      media: [{ url: 'https://a.example/1.jpg' }],
    });
  });
});

describe('the name of a search', () => {
  const found = { ad_text: 'Buy our anvils', ad_archive_id: '123456789012345' };
  const landing = { landing_page: 'https://acme.example/anvils' };

  it.each([
    'search_term',
    'searchPageName',
    'search_name',
    'Saved search',
    'keyword',
    'query',
    'monitor_name',
    'file_name',
    'Suchbegriff',
    'mot-clé',
    'palabra clave',
    'zoekopdracht',
    '검색어',
  ])('is no advertiser: %s', (column) => {
    const rows = [{ [column]: 'Running shoes', ...found, ...landing }];
    expect(tableOf(rows).leftOut).toEqual([column]);
    expect(firstAd(rows)).toMatchObject({ advertiser: { name: 'acme.example' } });
    expect(tableSource([{ [column]: 'Running shoes', ...found }])).toBeNull();
    expect(suggestMapping([{ [column]: 'Running shoes', text: 'Our anvils fall far', c: '1' }])?.map).toEqual(
      {
        bodies: 'text',
      },
    );
  });

  it('is no advertiser in a column that is only called a name and repeats it', () => {
    const rows = ['Shoes', 'boots'].map((name) =>
      Object.assign({ name, query: name.toLowerCase() }, found, landing),
    );
    expect(tableOf(rows).leftOut).toEqual(['name', 'query']);
    expect(firstAd(rows)).toMatchObject({ advertiser: { name: 'acme.example' } });
    const others = rows.map((row, at) => Object.assign({}, row, { name: ['Acme', 'Globex'][at] }));
    expect(firstAd(others)).toMatchObject({ advertiser: { name: 'Acme' } });
  });

  it.each(['name', 'Nombre', 'nom', 'nome', 'naam', 'nazwa', '名前', '이름'])(
    'is no advertiser in a column that is only called %s and is the same in all rows',
    (column) => {
      const rows = [1, 2, 3].map((at) =>
        Object.assign({ [column]: 'dd32' }, found, { ad_archive_id: `${at}23456789012345` }),
      );
      expect(tableSource(rows)).toBeNull();
      expect(suggestMapping(rows)?.map).toEqual({ advertiser: column, bodies: 'ad_text' });
      expect(tableSource(rows, { map: { advertiser: column } })).not.toBeNull();
    },
  );

  it('does not hide the name of the page', () => {
    const row = {
      search_term: 'Acme',
      brand: 'Acme',
      page_name: 'Acme Tools',
      page_id: '10000001',
      ...found,
    };
    expect(firstAd([row])).toMatchObject({ advertiser: { name: 'Acme Tools' } });
  });

  it('is no advertiser of a list of results', () => {
    const document = { searchPageName: 'Acme monitor', results: [{ ...found, ...landing }] };
    const { source } = tableOf([document]);
    expect([...source.unfold(document)].map((row) => source.toAd(row))).toMatchObject([
      { advertiser: { name: 'acme.example' } },
    ]);
  });
});

describe('a mapping for a table of unknown names', () => {
  it('is suggested with three example rows', () => {
    const sample = [1, 2, 3, 4].map((at) => ({
      who: 'Acme',
      what: `Our anvil number ${at} falls fast.`,
      n: at,
    }));
    expect(tableSource(sample)).toBeNull();
    expect(suggestMapping(sample)).toEqual({
      map: { advertiser: 'who', bodies: 'what' },
      columns: ['who', 'what'],
      examples: [
        ['Acme', 'Our anvil number 1 falls fast.'],
        ['Acme', 'Our anvil number 2 falls fast.'],
        ['Acme', 'Our anvil number 3 falls fast.'],
      ],
    });
    expect(tableSource(sample, { map: { advertiser: 'who', bodies: 'what' } })).not.toBeNull();
  });

  it('is suggested in part, with rows of all columns, if no column names an advertiser', () => {
    const results = [1, 2, 3, 4].map((at) => ({
      adArchiveID: `92000000000010${at}`,
      body: `Our anvil number ${at} falls fast.`,
      startDate: '2026-11-01',
    }));
    const sample = [{ name: 'dd32', results }];
    expect(tableSource(sample)).toBeNull();
    expect(suggestMapping(sample)).toEqual({
      map: { bodies: 'body' },
      columns: ['adArchiveID', 'body', 'startDate'],
      examples: [1, 2, 3].map((at) => [
        `92000000000010${at}`,
        `Our anvil number ${at} falls fast.`,
        '2026-11-01',
      ]),
    });
  });

  it('does not suggest codes, statuses, platforms or countries as advertisers', () => {
    for (const values of [
      ['NAME_CHANGE', 'PAGE_CREATED'],
      ['active', 'paused'],
      ['facebook', 'instagram'],
      ['DE', 'FR'],
    ]) {
      const sample = values.map((who) => ({ who, what: 'Our anvil falls very fast.', n: 1 }));
      expect(suggestMapping(sample)?.map).toEqual({ bodies: 'what' });
    }
    const handles = ['glow_recipe', 'FCTRY'].map((who) => ({ who, what: 'Our anvil falls very fast.' }));
    expect(suggestMapping(handles)?.map).toEqual({ advertiser: 'who', bodies: 'what' });
  });

  it('is not suggested without such columns', () => {
    expect(suggestMapping([{ ad_id: '2447656412147213', age: '65+', percentage: '0.07' }])).toBeNull();
  });
});

describe('explicitly mapped columns', () => {
  const sample = [{ who: 'Acme', what: 'Buy anvils', title: 'Anvils' }];

  it('take precedence over guesses', () => {
    const map = { advertiser: 'Who', bodies: 'title' };
    expect(mappingOf(sample, { map })).toEqual({ who: 'advertiser by option', title: 'bodies by option' });
  });

  it.each([
    [{ advertizer: 'who' }, "There is no field 'advertizer'; did you mean 'advertiser'."],
    [{ advertiser: 'whoo' }, "There is no column 'whoo'; did you mean 'who'."],
    [{ advertiser: 'something else' }, "There is no column 'something else'; use one of who, what, title."],
    [{ constructor: 'who' }, /^There is no field 'constructor'; use one of externalId, advertiser,/],
  ])('must exist: %j', (map, sentence) => {
    expect(() => tableSource(sample, { map })).toThrow(sentence);
  });
});

describe('a table that is not of ads', () => {
  it.each([
    ['who was reached', { ad_id: '2447656412147213', age: '65+', gender: 'male', percentage: '0.07' }],
    ['where it was seen', { ad_id: '2447656412147213', region: 'Arizona', percentage: '0.02' }],
    [
      'products',
      { name: 'Anvil', description: 'Falls fast.', price: '12', image: 'https://acme.example/anvil.jpg' },
    ],
    [
      'a description of a repository',
      { repo: 'https://github.com/acme/anvil', licence: 'MIT', paths: ['*.csv'] },
    ],
    ['a list', ['a', 'b']],
    ['a text', 'Lorem ipsum dolor sit amet'],
    [
      'companies',
      { company: 'Acme', description: 'Makes anvils that fall fast.', website: 'https://acme.example' },
    ],
    ['nothing', {}],
  ])('can be: %s', (_, record) => {
    expect(tableSource([record])).toBeNull();
  });
});

describe('rows', () => {
  const plain = { page_name: 'Acme', body: 'Buy anvils' };

  it('fill all fields', () => {
    const row = {
      ...plain,
      page_id: '42',
      page_url: 'https://l.facebook.com/l.php?u=https%3A%2F%2Fwww.instagram.com%2Facme',
      logo: 'https://acme.example/logo.png',
      ad_id: 'x-17',
      platform: 'TikTok Ads; yt',
      ad_format: 'Single video',
      cta: 'Shop now',
      caption: 'WWW.ACME.EXAMPLE',
      media_urls: 'https://a.example/1,2.jpg, https://a.example/3.mp4 | https://a.example/1,2.jpg',
      end_date: '2024-12-31',
      start_date: '2024-10-13',
      countries: 'United States, Deutschland|日本; uk',
      language: 'Français',
      reach: '10K-100K',
      impressions: '20K-200K',
      comments: '1.2K',
      shares: 7,
      creator: 'Coyote',
      scraped_at: '2025-01-02T03:04:05Z',
    };
    expect(firstAd([row])).toEqual({
      externalId: 'x-17',
      impressionsByCountry: {},
      advertiser: expect.objectContaining({
        name: 'Acme',
        externalIds: ['42'],
        pageUrl: 'https://www.instagram.com/acme',
        logoUrl: 'https://acme.example/logo.png',
      }),
      platforms: ['youtube', 'tiktok'],
      placements: ['tiktok ads', 'yt'],
      format: 'video',
      bodies: ['Buy anvils'],
      ctaType: 'SHOP_NOW',
      ctaText: 'Shop now',
      landingPageDomain: 'acme.example',
      media: [
        {
          type: 'image',
          url: 'https://a.example/1,2.jpg',
          thumbnailUrl: null,
          width: null,
          height: null,
          durationSeconds: null,
        },
        {
          type: 'video',
          url: 'https://a.example/3.mp4',
          thumbnailUrl: null,
          width: null,
          height: null,
          durationSeconds: null,
        },
      ],
      startDate: '2024-10-13',
      endDate: '2024-12-31',
      status: 'inactive',
      countries: ['US', 'DE', 'JP', 'GB'],
      language: 'fr',
      reach: { value: 55_000, lower: 10_000, upper: 100_000, kind: 'range' },
      reachText: '10K-100K',
      impressions: { value: 110_000, lower: 20_000, upper: 200_000, kind: 'range' },
      engagement: { views: null, likes: null, comments: 1200, shares: 7, rankCountry: null },
      isPartnership: true,
      partnerName: 'Coyote',
      capturedAt: '2025-01-02T03:04:05.000Z',
    });
  });

  it('may have reach bounds in two columns, with 0 to 0 as unknown', () => {
    const row = { ...plain, reach_min: '1,000', reach_max: '1,999' };
    expect(firstAd([row])).toMatchObject({ reach: { value: 1500, lower: 1000, upper: 1999, kind: 'range' } });
    expect(firstAd([{ ...plain, reach_min: '0', reach_max: '0' }])).not.toHaveProperty('reach');
  });

  it('may have impressions, in one column or two, which are not reach', () => {
    const impressions = { value: 1500, lower: 1000, upper: 1999, kind: 'range' };
    const rows = [
      { ...plain, impressions_min: '1,000', impressions_max: '1,999' },
      { ...plain, impressionen: '1000-1999' },
      { ...plain, インプレッション: '1000-1999' },
    ];
    for (const row of rows) {
      expect(firstAd([row])).toMatchObject({ impressions });
      expect(firstAd([row])).not.toHaveProperty('reach');
    }
    const unknown = firstAd([{ ...plain, impressions_min: '0', impressions_max: '0' }]);
    expect(unknown).not.toHaveProperty('impressions');
  });

  it.each([
    'views',
    'video_views',
    'plays',
    'view_count',
    'viewsCount',
    'Video plays',
    'total_views',
    'Aufrufe',
    'Vues',
    'Reproducciones',
    '조회수',
    'audience_size',
    'estimated_audience_size',
  ])('have no reach from %s, which is listed as not used', (column) => {
    const row = { ...plain, [column]: '12,345' };
    expect(tableOf([row]).leftOut).toEqual([column]);
    const ad = firstAd([row]);
    for (const measured of ['reach', 'impressions', 'engagement']) expect(ad).not.toHaveProperty(measured);
  });

  it('may have spend, in one column or two, with its currency if it is stated', () => {
    const spend = { value: 149.5, lower: 100, upper: 199, kind: 'range', currency: 'EUR' };
    const rows = [
      { ...plain, spend_min: '100', spend_max: '199', currency: 'EUR' },
      { ...plain, 'Ausgaben von': '100 €', 'Ausgaben bis': '199 €' },
      { ...plain, spend_min: '€100', spend_max: '€199', currency: 'USD' },
    ];
    for (const row of rows) expect(firstAd([row])).toMatchObject({ spend });
    const one = (cell: unknown, currency: unknown = null) =>
      firstAd([{ ...plain, amount_spent: cell, currency }])['spend'];
    expect(one('$100 - $199')).toEqual({
      value: 149.5,
      lower: 100,
      upper: 199,
      kind: 'range',
      currency: null,
    });
    expect(one('$1,200', 'CAD')).toMatchObject({ value: 1200, kind: 'reported', currency: 'CAD' });
    expect(one('12,50 zł')).toMatchObject({ value: 12.5, currency: 'PLN' });
    expect(one(12.5)).toMatchObject({ value: 12.5, currency: null });
    expect(one('<100 USD')).toMatchObject({ lower: 0, upper: 100, currency: 'USD' });
    for (const row of rows) expect(firstAd([row])).not.toHaveProperty('reach');
  });

  it('have no spend if it is 0 to 0, or no amount of money', () => {
    expect(firstAd([{ ...plain, spend_min: '0', spend_max: '0' }])).not.toHaveProperty('spend');
    expect(firstAd([{ ...plain, spend: 'a lot' }])).not.toHaveProperty('spend');
    expect(firstAd([{ ...plain, budget: '500', price: '12.50' }])).not.toHaveProperty('spend');
  });

  it('may have a payer and a beneficiary', () => {
    const rows = [
      { ...plain, funding_entity: 'Acme Holding', beneficiary: 'Acme' },
      { ...plain, 'Paid for by': 'Acme Holding', Begünstigter: 'Acme' },
      { ...plain, 'Payé par': 'Acme Holding', Bénéficiaire: 'Acme' },
    ];
    for (const row of rows)
      expect(firstAd([row])).toMatchObject({ payer: 'Acme Holding', beneficiary: 'Acme' });
    expect(firstAd([{ ...plain, payer: 'Unknown' }])).not.toHaveProperty('payer');
  });

  it('have the platform of their library if it has only one', () => {
    const of = (ad_url: string, options?: TableOptions) =>
      firstAd([{ ...plain, ad_url }], options)['platforms'];
    expect(of('https://www.linkedin.com/ad-library/detail/612345678')).toEqual(['linkedin']);
    expect(of('https://library.tiktok.com/ads/detail/?ad_id=1234567890')).toEqual(['tiktok']);
    expect(of('https://www.facebook.com/ads/library/?id=11111111111')).toBeUndefined();
    expect(of('https://www.linkedin.com/ad-library/detail/612345678', { platform: 'youtube' })).toEqual([
      'youtube',
    ]);
  });

  it('may have shares after the names of countries', () => {
    const of = (countries: string) => firstAd([{ ...plain, countries }])['countries'];
    expect(of('Germany 60%, France (40 %)')).toEqual(['DE', 'FR']);
    expect(of('Germany: 91.5; Österreich (<1%)')).toEqual(['DE', 'AT']);
  });

  it('with the same search address are separate ads', () => {
    const search = 'https://www.facebook.com/ads/library/?q=anvils&country=ALL';
    const rows = [
      { ...plain, ad_library_id: '11111111111', source_url: search },
      { ...plain, ad_library_id: '22222222222', source_url: search },
    ];
    expect(firstAd(rows)).toMatchObject({
      key: 'meta:11111111111',
      sourceUrl: 'https://www.facebook.com/ads/library/?id=11111111111',
    });
    const elsewhere = { ...plain, 'ad id': '1', source_url: 'https://ads.example/search?q=anvils' };
    expect(firstAd([elsewhere, { ...elsewhere, 'ad id': '2' }])).not.toHaveProperty('sourceUrl');
  });

  it('report an id that lost its last digits', () => {
    const row = { ...plain, ad_library_id: '1.58E+15' };
    expect(() => tableOf([row]).source.toAd(row)).toThrow(
      "'ad_library_id' must be the ad's library id, got \"1.58E+15\".",
    );
  });

  it("have the id of their page if they are in Meta's library", () => {
    const link = (id: string) => `https://www.facebook.com/ads/library/?id=${id}`;
    const rows = [
      { ...plain, page_name: 'Tidepool', page_id: '8800001', ad_url: link('11111111111') },
      { ...plain, page_name: 'Tidepool.com', page_id: '8800001', ad_url: link('22222222222') },
      { ...plain, page_name: 'Elm', page_id: '8800002', ad_url: '' },
    ];
    const idsOf = (sample: readonly object[]) => {
      const { source } = tableOf(sample);
      return sample.map((row) => {
        const { externalId, externalIds } = OpenAd.parse(source.toAd(row)).advertiser;
        return [externalId, externalIds];
      });
    };
    expect(idsOf(rows)).toEqual([
      ['8800001', []],
      ['8800001', []],
      [null, ['8800002']],
    ]);
    // The library is named by the column of the ids.
    const named = { ...plain, page_id: '8800001', ad_library_id: '11111111111' };
    expect(idsOf([named])).toEqual([['8800001', []]]);
    // One number beside many names, and ids of something else.
    const third = { ...rows[0], page_name: 'Elm', ad_url: link('33333333333') };
    expect(idsOf([...rows.slice(0, 2), third])).toEqual(Array.from({ length: 3 }, () => [null, ['8800001']]));
    expect(idsOf([{ ...plain, advertiser_id: '8800001', ad_library_id: '11111111111' }])).toEqual([
      [null, ['8800001']],
    ]);
  });

  it('with the id of an archive have all of their columns', () => {
    const rows = ['True', 'False'].map((is_active, at) => ({
      ad_archive_id: `94000000000010${at}`,
      page_name: 'Low Brand',
      has_low_impression_warning: is_active,
      is_active,
      auto_review_reason: `This ad repeats the claim of another, number ${at}`,
      ad_text: `A tent that stands in ${at + 3} seconds, tested in storms`,
      ad_cta_label: 'Shop now',
      ad_distribution_platforms: 'FACEBOOK;INSTAGRAM',
      scrape_run_date: '2026-11-15',
      start: '2026-11-01',
    }));
    expect(firstAd(rows)).toMatchObject({
      key: 'meta:940000000000100',
      advertiser: { name: 'Low Brand' },
      bodies: ['A tent that stands in 3 seconds, tested in storms'],
      status: 'active',
      ctaText: 'Shop now',
      platforms: ['facebook', 'instagram'],
      startDate: '2026-11-01',
      capturedAt: '2026-11-15T00:00:00.000Z',
    });
    expect(tableOf(rows).leftOut).toEqual(['has_low_impression_warning', 'auto_review_reason']);
  });

  it('have the characters that Python escapes', () => {
    const of = (body: string) => firstAd([{ ...plain, body }])['bodies'];
    expect(of(String.raw`['Caf\xe9 \u2013 5\xa0€', '\u200b', 'Hot \U0001f525', 'It\'s \\u200b']`)).toEqual([
      'Café – 5\u00a0€',
      'Hot 🔥',
      String.raw`It's \u200b`,
    ]);
    expect(of(String.raw`['Buy now', 'Buy now\u200b']`)).toEqual(['Buy now']);
    expect(of(String.raw`['\ud83d\udd25 Sale', '\xzz']`)).toEqual(['🔥 Sale', 'xzz']);
  });

  it('report a missing advertiser', () => {
    const { source } = tableOf([plain]);
    expect(() => source.toAd({ page_name: ' ', body: 'Buy' })).toThrow(
      "'page_name' must name the advertiser, got nothing.",
    );
    expect(() => source.toAd('Buy')).toThrow('It is not a record with named fields.');
  });

  it.each([
    'Unknown',
    'N/A',
    '-',
    'null',
    'undefined',
    '1234567',
    '4711',
    'Advertiser name or keyword',
    'Unbekannt',
    'Inconnu',
    'Desconocido',
    'Sconosciuto',
    '알 수 없음',
    '不明',
    'Sponsored',
    'Test',
    'Keyword',
    'page_name',
  ])('report %s instead of an advertiser', (name) => {
    const { source } = tableOf([plain]);
    expect(() => source.toAd({ ...plain, page_name: name, link_url: 'https://fb.me/x' })).toThrow(
      `The ad names no advertiser: '${name}' is a placeholder or an id.`,
    );
  });

  it('with a placeholder have the name of the page or of the domain', () => {
    const rows = [
      { page_name: 'Unknown', body: 'Buy', page_url: 'https://www.facebook.com/acme', link_url: '' },
      {
        page_name: '-',
        body: 'Buy',
        page_url: 'https://www.facebook.com/1234567',
        link_url: 'https://acme.example',
      },
      { page_name: '4711', body: 'Buy', page_url: '', link_url: 'https://www.4711.com/shop' },
      { page_name: '3M', body: 'Buy', page_url: '', link_url: 'https://acme.example' },
      { page_name: '7-Eleven', body: 'Buy', page_url: '', link_url: 'https://acme.example' },
      { page_name: '1800 Tequila', body: 'Buy', page_url: '', link_url: 'https://acme.example' },
    ];
    const { source } = tableOf(rows);
    expect(rows.map((row) => source.toAd(row).advertiser.name)).toEqual([
      'acme',
      'acme.example',
      '4711.com',
      '3M',
      '7-Eleven',
      '1800 Tequila',
    ]);
  });

  it('use the default platform when they have none', () => {
    const sample = [
      { ...plain, network: '' },
      { ...plain, network: 'LinkedIn' },
    ];
    const { source } = tableOf(sample, { platform: 'tiktok' });
    expect(sample.map((row) => source.toAd(row).platforms)).toEqual([['tiktok'], ['linkedin']]);
  });

  it('drop a past end date while running', () => {
    const row = { ...plain, is_active: 'true', end_date: '2024-12-31', collected_at: '2025-01-01' };
    expect(firstAd([row])).toMatchObject({ status: 'active' });
    expect(firstAd([row])).not.toHaveProperty('endDate');
  });

  it.each(['Sponsored', 'Sponsored • Paid for by Acme Inc'])(
    'may contain a whole library card, from which the ad is extracted: %s',
    (mark) => {
      const card = [
        '\u200b',
        'Inactive',
        '',
        'Oct 13, 2024 - Aug 31, 2025',
        'Platforms',
        '\u200b',
        'Open Dropdown',
        'See ad details',
        'Acme',
        mark,
        'Our anvils fall fast.',
        '',
        'And far.',
        '0:00 / 2:44',
        'ACME.EXAMPLE',
        'Anvils for all',
        'Since 1949',
        'Shop Now',
      ];
      expect(firstAd([{ page_name: 'Acme', ad_text: card.join('\n') }])).toMatchObject({
        bodies: ['Our anvils fall fast.\n\nAnd far.'],
        headlines: ['Anvils for all'],
        description: 'Since 1949',
        ctaText: 'Shop Now',
        landingPageDomain: 'acme.example',
        status: 'inactive',
        startDate: '2024-10-13',
        endDate: '2025-08-31',
      });
    },
  );

  it.each([
    [
      ['Our anvils fall fast.', '', '#anvils', '0:00 / 0:20', 'Learn More'],
      ['Our anvils fall fast.\n\n#anvils'],
      [],
      'Learn More',
    ],
    [
      ['Our anvils fall fast.', 'ACME.EXAMPLE/SALE', 'Anvils', 'Sign Up'],
      ['Our anvils fall fast.'],
      ['Anvils'],
      'Sign Up',
    ],
    [['Our anvils fall fast.', 'ACME.EXAMPLE', 'Shop Now'], ['Our anvils fall fast.'], [], 'Shop Now'],
    [['Fall fast with us.', 'Anvils since 1949'], ['Fall fast with us.\nAnvils since 1949'], [], null],
    [['Our anvils fall fast.', 'ACME.EXAMPLE', 'Anvils'], ['Our anvils fall fast.'], ['Anvils'], null],
  ])('do not take the button of a library card for copy: %j', (lines, bodies, headlines, ctaText) => {
    const above = ['Inactive', 'May 12, 2025 - Jun 12, 2025', 'Acme', 'Sponsored'];
    const ad = firstAd([{ page_name: 'Acme', ad_text: [...above, ...lines].join('\n') }]);
    expect({ headlines: [], ctaText: null, ...ad }).toMatchObject({ bodies, headlines, ctaText });
  });

  it('show a video if the library card has a player, and no picture of the page', () => {
    const page = 'https://scontent.fxyz1-1.fna.fbcdn.net/v/t39/1_n.jpg?stp=dst-jpg_s60x60_tt6&oh=1';
    const picture = 'https://scontent.fxyz1-1.fna.fbcdn.net/v/t39/2_n.jpg?stp=dst-jpg_s600x600_tt6&oh=2';
    const card = (...lines: string[]) =>
      [
        'Active',
        'Started running on Oct 13, 2024',
        'Acme',
        'Sponsored',
        'Our anvils fall fast.',
        ...lines,
      ].join('\n');
    const row = (text: string, ...images: string[]) => ({
      page_name: 'Acme',
      ad_text: text,
      ad_creative_image_urls: images,
    });
    const sample = [row(card('0:00 / 0:19'), page), row(card('Shop now'), page, picture)];
    const { source } = tableOf(sample);
    expect(sample.map((each) => OpenAd.parse(source.toAd(each)))).toMatchObject([
      { mediaType: 'video', media: [], advertiser: { logoUrl: page } },
      { mediaType: null, media: [{ type: 'image', url: picture }], advertiser: { logoUrl: page } },
    ]);
  });

  it('with any contents are valid ads', () => {
    expect.hasAssertions();
    const cell = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.jsonValue(),
      fc.webUrl(),
      fc.integer(),
      fc.constantFrom('[[', "['", '0', '//x', 'http://'),
    );
    const names = [
      'page_name',
      'body',
      'title',
      'start_date',
      'image',
      'url',
      'ad_url',
      'countries',
      'platform',
      'likes',
      'reach',
      '__proto__',
      'cta',
      'language',
      'caption',
    ];
    const map = Object.fromEntries(
      ['startDate', 'imageUrls', 'landingPageUrl', 'countries', 'reach', 'landingPageDomain'].map(
        (field, at) => [field, ['start_date', 'image', 'url', 'countries', 'reach', 'caption'][at] ?? ''],
      ),
    );
    fc.assert(
      fc.property(fc.array(cell, { minLength: names.length, maxLength: names.length }), (cells) => {
        const row = { ...Object.fromEntries(names.map((name, at) => [name, cells[at]])), page_name: 'Acme' };
        const { source } = tableOf([row], { map });
        expect(OpenAd.safeParse(source.toAd(row)).error).toBeUndefined();
      }),
      { numRuns: 200 },
    );
  });
});
