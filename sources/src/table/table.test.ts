import { OpenAd } from '@magpie/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tableSource, type TableOptions } from './table.ts';

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
      impressions: '10K-100K',
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
        externalId: '42',
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
      engagement: { views: null, likes: null, comments: 1200, shares: 7, rankCountry: null },
      isPartnership: true,
      partnerName: 'Coyote',
      capturedAt: '2025-01-02T03:04:05.000Z',
    });
  });

  it('may have reach bounds in two columns, with 0 to 0 as unknown', () => {
    const row = { ...plain, impressions_min: '1,000', impressions_max: '1,999' };
    expect(firstAd([row])).toMatchObject({ reach: { value: 1500, lower: 1000, upper: 1999, kind: 'range' } });
    expect(firstAd([{ ...plain, impressions_min: '0', impressions_max: '0' }])).not.toHaveProperty('reach');
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

  it('report a missing advertiser', () => {
    const { source } = tableOf([plain]);
    expect(() => source.toAd({ page_name: ' ', body: 'Buy' })).toThrow(
      "'page_name' must name the advertiser, got nothing.",
    );
    expect(() => source.toAd('Buy')).toThrow('It is not a record with named fields.');
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

  it('may contain a whole library card, from which the ad is extracted', () => {
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
      'Sponsored',
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
