import { contract } from '@magpie/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MagpieError } from '@magpie/contract/errors';
import type { WebsiteFinding } from './findings.ts';
import { inspectPage } from './inspectPage.ts';
import { pageFixtures } from './pages.fixture.ts';

const { inspectWebsite, create } = contract.cloneProducts;

function inspect(bytes: Buffer, contentType: string | null = 'text/html'): WebsiteFinding {
  return inspectPage({ status: 200, address: 'http://shop.example/p/1', contentType, bytes });
}

const inspectHtml = (html: string, contentType?: string): WebsiteFinding =>
  inspect(Buffer.from(html), contentType);

const product = (fields: object): string =>
  script({ '@type': 'Product', name: 'Mug', description: 'Blue.', ...fields });

const script = (json: object): string =>
  `<script type="application/ld+json">${JSON.stringify(json)}</script>`;
const graph = (...things: readonly object[]): string => script({ '@graph': things });
const mug = (offer: string): object => ({
  '@type': 'Product',
  name: 'Mug',
  url: '/p/1',
  description: 'Blue.',
  offers: { '@id': offer },
});
const id = (name: number | string): object => ({ '@id': `#${name}` });
const mentions = (count: number, one: (at: number) => object): object[] =>
  Array.from({ length: count }, (_, at) => one(at));
/** JSON-LD of one or many products. */
const ids = (count: number, always?: number): object[] => mentions(count, (at) => id(always ?? at));
const names = Array.from({ length: 3000 }, (_, at) => `n${at}`);

/** Fragments that break texts, tags, scripts and URLs. */
const splinters = [
  ...'< "> </script> <div> { " , \\ &#0; € ٣ :// //a:b@c %zz --primary:#'.split(' '),
  '\u{fffd}\u{202e}',
  '\u{301}'.repeat(100),
  '<base href="javascript:x">',
  '<div itemscope itemprop=offers>',
];

describe('page data', () => {
  it('can be saved as a product, or is 422, for any bytes', () => {
    const pages = pageFixtures('http://shop.example').map(({ bytes }) => bytes);
    const wound = fc.record({
      at: fc.double({ min: 0, max: 1, noNaN: true }),
      length: fc.nat(400),
      bytes: fc.oneof(
        fc.uint8Array({ maxLength: 40 }),
        fc.constantFrom(...splinters).map((text) => Buffer.from(text)),
      ),
    });
    const cut = (
      page: Buffer,
      { at, length, bytes }: { at: number; length: number; bytes: Uint8Array },
    ): Buffer => {
      const start = Math.floor(at * page.length);
      return Buffer.concat([page.subarray(0, start), bytes, page.subarray(start + length)]);
    };
    const wounded = fc
      .tuple(fc.constantFrom(...pages), fc.array(wound, { minLength: 1, maxLength: 6 }))
      .map(([page, wounds]) => wounds.reduce(cut, page));
    const charset = fc.constantFrom(
      '',
      '; charset=utf-8',
      '; charset=gbk',
      '; charset=utf-16',
      '; charset=none',
    );
    fc.assert(
      fc.property(wounded, charset, (bytes, said) => {
        try {
          const { evidence, ...fields } = inspectWebsite.output.parse(inspect(bytes, `text/html${said}`));
          expect(create.input.safeParse(fields)).toMatchObject({ success: true });
          const filled = Object.entries(fields).filter(([, value]) => value !== null && String(value) !== '');
          expect(filled.map(([field]) => field).filter((field) => field !== 'url')).toEqual(
            Object.keys(evidence).filter((field) => field !== 'url'),
          );
        } catch (error) {
          if (!(error instanceof MagpieError && error.code === 'UNPROCESSABLE_CONTENT')) throw error;
        }
      }),
      { numRuns: 400 },
    );
  });

  it('is truncated to the limits of a product, at a word', () => {
    const words = 'Blue mug '.repeat(1000);
    const images = Array.from({ length: 50 }, (_, index) => `/${index}.jpg`);
    const found = inspectHtml(product({ name: words, description: words, image: [...images, ...images] }));
    expect(found.name).toBe('Blue mug '.repeat(13).trim());
    expect(found.description).toHaveLength(4999);
    expect(found.evidence['description']?.value).toHaveLength(499);
    expect(found.images).toEqual(images.slice(0, 20).map((image) => `http://shop.example${image}`));
  });

  it.each<[string, Buffer, string]>([
    ['what was sent', Buffer.from([0xc4, 0xe3, 0xba, 0xc3]), 'text/html; charset="GBK"'],
    ['a byte order mark', Buffer.from('\u{feff}你好', 'utf16le'), 'text/html; charset=utf-8'],
    ['its bytes', Buffer.from('你好'), 'text/html'],
    ['its bytes, where no browser knows the charset', Buffer.from('你好'), 'text/html; charset=bogus'],
  ])('is decoded with the charset from %s', (_, name, contentType) => {
    const isWide = name[0] === 0xff;
    const [before, behind] = ['<meta name=description content=x><h1>', '</h1><img src=/a.jpg>'].map((text) =>
      Buffer.from(text, isWide ? 'utf16le' : 'utf8'),
    );
    const bytes = isWide ? [name.subarray(0, 2), before, name.subarray(2), behind] : [before, name, behind];
    expect(inspect(Buffer.concat(bytes.map((part) => part ?? Buffer.alloc(0))), contentType).name).toBe(
      '你好',
    );
  });

  it('is decoded as windows-1252 if undeclared and not UTF-8', () => {
    const page = Buffer.from('<h1>Caf\u{e9}</h1><meta name=description content=x><img src=/a.jpg>', 'latin1');
    expect(inspect(page).name).toBe('Café');
  });

  it.each<[string, string]>([
    ['elements in one another', '<div>'.repeat(1_000_000)],
    ['tags that close nothing', `${'<b>'.repeat(250)}${'</i>'.repeat(1_200_000)}`],
    ['attributes', `<p ${'a '.repeat(2_500_000)}>`],
    ['arrays in one another', `<script type="application/ld+json">${'['.repeat(1_900_000)}`],
    ['quotation marks that never end', `<script type="application/ld+json">${'"\\"'.repeat(600_000)}`],
  ])('is rejected within a second: millions of %s', (_, html) => {
    const before = process.cpuUsage();
    expect(() => inspectHtml(html)).toThrow(MagpieError);
    // CPU time, since other tests run in parallel.
    expect(process.cpuUsage(before).user / 1e6).toBeLessThan(3);
  });

  it.each<[string, string]>([
    ['an offer that offers itself', graph({ '@id': '#o', offers: { '@id': '#o' } }, mug('#o'))],
    [
      'offers that offer the next one twice',
      graph(...mentions(20, (at) => ({ '@id': `#${at}`, offers: [id(at + 1), id(at + 1)] })), mug('#0')),
    ],
    [
      'things that are all published by all of them',
      graph(
        mug('#o'),
        ...mentions(300, (at) => ({ '@id': `#${at}`, name: names.slice(0, 300), publisher: ids(300) })),
      ),
    ],
    [
      'variants that are one, which has many names for everything',
      graph(
        { ...mug('#o'), hasVariant: ids(2000, 0) },
        { '@id': '#0', image: names, brand: ids(2000, 1) },
        {
          '@id': '#1',
          name: names,
        },
      ),
    ],
    [
      'owners and products that share a list of names',
      graph(
        mug('#o'),
        ...mentions(3000, () => ({ '@type': ['Brand', 'Product'], name: id(0), publisher: id(0) })),
        { '@id': '#0', name: names },
      ),
    ],
    [
      'microdata that is mentioned five times by each of its parts',
      `${'<div itemscope itemtype=Product itemprop="mainEntity @graph offers mainEntity offers">'.repeat(40)}${product({})}`,
    ],
  ])('is parsed within a second: %s', (_, html) => {
    const before = process.cpuUsage();
    expect(inspectHtml(html).name).toBe('Mug');
    expect(process.cpuUsage(before).user / 1e6).toBeLessThan(1);
  });

  it('has the lowest price of nested offers, even if they repeat', () => {
    const offers = [
      { '@id': '#a', '@type': 'AggregateOffer', offers: [id('b'), id('b'), id('c')] },
      { '@id': '#b', price: 12, priceCurrency: 'EUR', offers: id('a') },
      { '@id': '#c', offers: { price: 9, priceCurrency: 'EUR' } },
    ];
    expect(inspectHtml(graph(...offers, mug('#a')))).toMatchObject({ price: 9, currency: 'EUR' });
  });

  it('has a name without the site’s name, recognised by the domain', () => {
    const named = (title: string): string | null =>
      inspectHtml(
        `<title>${title}</title><meta property=og:type content=product><meta name=description content=x>`,
      ).name;
    expect(named('Blue Mug | Shop.example')).toBe('Blue Mug');
    expect(named('Shop: – Blue Mug – 20% off – Large')).toBe('Blue Mug – Large');
    expect(named('Blue Mug – Large')).toBe('Blue Mug – Large');
  });

  it.each([
    ['JSON-LD', script({ '@type': 'Product', name: 'Alder Mug' })],
    [
      'microdata',
      '<div itemscope itemtype="https://schema.org/Product"><b itemprop=name>Alder Mug</b></div>',
    ],
  ])('is enough if %s contains only a product name', (_, html) => {
    expect(inspectHtml(html)).toMatchObject({ name: 'Alder Mug', price: null, description: null });
    expect(() => inspectHtml(html.replace('Alder Mug', 'Access denied'))).toThrow('it names none');
  });

  it.each<[string, string, number | null]>([
    ['ja', '<p>通常価格 8,000円 <span class=price>5,900円</span></p>', 5900],
    ['ja', '<p>定価：8,000円</p><p>販売価格：5,900円</p>', 5900],
    ['ja', '<p>参考価格: ￥8,000</p><p class=price>価格: ￥5,900</p>', 5900],
    ['zh', '<p>原价：¥80.00</p><p>现价：¥59.00</p>', 59],
    ['zh-TW', '<p>建議售價 NT$800</p><p class=price>NT$590</p>', 590],
    ['ko', '<p>정가 80,000원</p><p class=price>판매가 59,000원</p>', 59000],
    ['ru', '<p>Старая цена: 8 000 ₽</p><p class=price>5 900 ₽</p>', 5900],
    ['es-ES', '<p>Antes: 80,00 €</p><p class=price>Ahora 59,00 €</p>', 59],
    ['es-ES', '<p>PVP recomendado 80,00 €</p><p class=price>59,00 €</p>', 59],
    ['pt-BR', '<p>De R$ 80,00 por R$ 59,00</p><img src=/a.jpg>', null],
    ['pt-BR', '<p>De: R$ 80,00</p><p class=price>Por: R$ 59,00</p>', 59],
    ['it', '<p>Prezzo di listino: 80,00 €</p><p class=price>59,00 €</p>', 59],
    ['nl', '<p>Adviesprijs € 80,00</p><p class=price>€ 59,00</p>', 59],
    ['fr', '<p>Au lieu de 80,00 €</p><p class=price>59,00 €</p>', 59],
    ['pl', '<p>Najniższa cena z 30 dni: 80,00 zł</p><p class=price>59,00 zł</p>', 59],
    ['sv', '<p>Ord. pris 800 kr</p><p class=price>590 kr</p>', 590],
    ['ar', '<p>بدلاً من 80.00 ر.س</p><p class=price>59.00 ر.س</p>', 59],
    ['tr', '<p>Eski fiyat: 800 TL</p><p class=price>590 TL</p>', 590],
    ['th', '<p>ราคาปกติ ฿800</p><p class=price>ราคา ฿590</p>', 590],
    ['en-US', '<p>Regular price $80.00</p><p>Sale price $59.00</p>', 59],
    [
      'en-US',
      '<div class=price><span class="visually-hidden">Regular price</span><s>$80.00</s><span class="visually-hidden">Sale price</span><span>$59.00</span></div>',
      59,
    ],
    ['en-US', '<p>MSRP: $80.00</p><p>$59.00</p>', 59],
    ['en-US', '<p>Value $80</p><p>You save $21.00</p><p class=price>$59.00</p>', 59],
    ['hi', '<p>M.R.P.: ₹800</p><p class=price>₹590</p>', 590],
    ['de', '<p>Niedrigster Preis der letzten 30 Tage: 80,00 €</p><p class=price>59,00 €</p>', 59],
    ['de', '<p>59,00 € <small>(29,50 € / 100 ml)</small></p>', 59],
    ['de', '<p class=unit>Grundpreis: 29,50 € / 100 ml</p><p>59,00 €</p>', 59],
    ['cs', '<p>Původní cena 800 Kč</p><p class=price>590 Kč</p>', 590],
    ['fi', '<p class=price>Ennen muuta 80,00 €</p><p class=price>59,00 €</p>', null],
    ['fi', '<p>80,00 €</p><p>59,00 €</p>', null],
    ['fi', '<p class=price>80,00 €</p><p>59,00 €</p>', null],
    ['fi', '<div><span>80,00 €</span> <span>59,00 €</span></div><button>Osta</button>', null],
    ['fi', '<p class=price>80,00 €</p><p class="price current-price">59,00 €</p>', 59],
    ['fi', '<p>80,00 €</p><p><ins>59,00 €</ins></p>', 59],
    ['en-US', '<div class=price><span>Regular price</span> <span>$59.00</span></div>', 59],
    ['it', '<p>Prezzo di listino</p><p class=price>59,00 €</p>', 59],
    ['en-US', '<p class=price>$59.00</p><select><option>S – $59.00<option>L – $69.00</select>', 59],
    ['en-US', '<p>$59.00</p><h2>Goes well with</h2><p>$12.00</p>', 59],
  ])('has the current price among others, or none, in %s: %s', (language, html, price) => {
    const page = `<html lang=${language}><meta name=description content=x><h1>L</h1>${html}`;
    expect(inspectHtml(page).price).toBe(price);
  });

  it('has colours without greys, unless there are no others', () => {
    const styled = (style: string): string[] => inspectHtml(`<style>${style}</style>${product({})}`).colors;
    expect(
      styled(':root{--brand-ink:#000;--primary:#0af;--accent:hsl(0,100%,50%);--theme-x:rgb(0 128 0 / 50%)}'),
    ).toEqual(['#00aaff', '#ff0000', '#008000']);
    expect(styled(':root{--primary:#111;--accent:#fff}')).toEqual(['#111111', '#ffffff']);
  });
});
