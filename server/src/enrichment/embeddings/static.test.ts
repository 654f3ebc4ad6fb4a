import fc from 'fast-check';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { maxTextLength } from './embedder.ts';
import { staticEmbedder } from './static.ts';
import { readStaticTable } from './staticTable.ts';

const embedder = staticEmbedder();

async function similarity(first: string, second: string): Promise<number> {
  const [a = new Int8Array(), b = new Int8Array()] = await embedder.embed([first, second]);
  const dot = (x: Int8Array, y: Int8Array): number =>
    x.reduce((sum, value, at) => sum + value * (y[at] ?? 0), 0);
  return dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b));
}

describe('similar texts are closer than different ones', () => {
  it.each([
    {
      about: 'skin care',
      text: 'A vitamin C serum that brightens dull skin in four weeks.',
      near: 'Dark spots? This brightening face cream with vitamin C evens out your complexion.',
      far: 'Send invoices in seconds and get paid twice as fast.',
    },
    {
      about: 'software',
      text: 'Project management software that keeps every team on schedule.',
      near: 'Plan tasks, deadlines and projects in one tool your colleagues will love.',
      far: 'Grain-free kibble that puppies cannot resist.',
    },
    {
      about: 'pets',
      text: 'Fresh dog food, cooked by vets and delivered weekly.',
      near: 'Healthy meals for your puppy, approved by veterinarians.',
      far: 'Refinance your mortgage at a lower rate.',
    },
    {
      about: 'money',
      text: 'Earn more interest with a savings account that has no fees.',
      near: 'Open a bank account without monthly charges and grow your money.',
      far: 'Waterproof hiking boots for every trail.',
    },
    {
      about: 'travel',
      text: 'Beachfront hotels at half the price, flights included.',
      near: 'Cheap holidays by the sea: book your resort and airfare together.',
      far: 'Clear aligners straighten your teeth from home.',
    },
    {
      about: 'Korean',
      text: '여름 원피스 전 상품 무료 배송',
      near: '신상 원피스 구매하고 무료 배송 받으세요',
      far: '영어 회화를 하루 십 분 만에 배우는 방법',
    },
    {
      about: 'Arabic',
      text: 'توصيل مجاني على جميع الأحذية الرياضية',
      near: 'أحذية رياضية جديدة مع توصيل مجاني اليوم',
      far: 'تعلم اللغة الإنجليزية مع أفضل المدرسين',
    },
    {
      about: 'Russian',
      text: 'Бесплатная доставка зимних курток по всей стране',
      near: 'Зимние куртки со скидкой и бесплатной доставкой',
      far: 'Откройте вклад с высокой ставкой за пять минут',
    },
    {
      about: 'Japanese',
      text: '送料無料の保湿クリームで乾燥肌をケア',
      near: '乾燥肌のための保湿クリーム、初回限定価格',
      far: '英会話レッスンを自宅で始めよう',
    },
    {
      about: 'German',
      text: 'Kostenloser Versand für alle Laufschuhe',
      near: 'Neue Laufschuhe jetzt mit kostenlosem Versand',
      far: 'Eröffnen Sie Ihr Girokonto in fünf Minuten',
    },
  ])('$about', async ({ text, near, far }) => {
    const [nearness, farness] = [await similarity(text, near), await similarity(text, far)];
    expect(nearness).toBeGreaterThan(farness + 0.1);
    expect(nearness).toBeGreaterThan(0.25);
  });

  it.each([
    ['Bière blonde artisanale', 'Frisch gezapftes Bier'],
    ['Krokante brokken voor je hond', 'Comida natural para perros'],
    ['Preventivo per la polizza auto', 'Car insurance quote'],
  ])('texts on one subject are similar across languages: %s', async (one, other) => {
    expect(await similarity(one, other)).toBeGreaterThan(0.6);
  });

  it.each([
    ['die Schuhe und das mit dem', 'Schuhe'],
    ['les chaussures avec vous et pour nous', 'chaussures'],
    ['the shoes and this of the', 'shoes'],
    ['乾燥肌になっていますよね', '乾燥肌'],
  ])('function words hardly count: %s', async (sentence, word) => {
    expect(await similarity(sentence, word)).toBeGreaterThan(0.6);
  });

  it('stylised letters, accents and capitals make no difference', async () => {
    expect(await similarity('𝗦𝘂𝗺𝗺𝗲𝗿 sale on ＳＨＯＥＳ', 'summer SALE on shoes')).toBeCloseTo(1, 5);
    expect(await similarity('Crème fraîche à la carte', 'creme fraiche a la carte')).toBeCloseTo(1, 5);
  });
});

describe('vectors', () => {
  it('of calls to action are shorter than those of texts with a subject', async () => {
    const vectors = await embedder.embed(['Jetzt entdecken', 'Frisches Bier']);
    expect(vectors.map((vector) => Math.max(...vector.map(Math.abs)))).toEqual([25, 127]);
  });

  it('are the same for a text alone or in a batch', async () => {
    const texts = ['Free shipping today', 'Livraison offerte', '무료 배송', 'xqzvw '.repeat(30)];
    const together = await embedder.embed(texts);
    const alone = await Promise.all(texts.map(async (text) => (await staticEmbedder().embed([text]))[0]));
    expect(together).toEqual(alone);
  });

  it('are stable, since stored vectors are compared with new ones', async () => {
    const [english, korean] = await embedder.embed(['Free shipping on running shoes', '무료 배송']);
    expect(english?.slice(0, 8)).toMatchInlineSnapshot(`
      Int8Array [
        -84,
        79,
        127,
        -2,
        -55,
        -7,
        72,
        54,
      ]
    `);
    expect(korean?.filter((value) => value !== 0).slice(0, 8)).toMatchInlineSnapshot(`
      Int8Array [
        13,
        -13,
        13,
        13,
        -13,
        -13,
        13,
        13,
      ]
    `);
  });

  it('have the declared dimensions, and ±127 as largest component, or ±25 without a subject', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme', maxLength: 200 }), async (text) => {
        const [vector = new Int8Array()] = await embedder.embed([text]);
        const largest = Math.max(...vector.map(Math.abs));
        expect(vector).toHaveLength(embedder.dimensions);
        expect(/\p{L}/u.test(text) ? [25, 127] : [0]).toContain(largest);
      }),
    );
  });

  it.each(['', '   ', '50 % 🎉🎉', '2024-11-29', '\u{d800}'])(
    'are zeros without a letter: %j',
    async (text) => {
      expect((await embedder.embed([text]))[0]).toEqual(new Int8Array(256));
    },
  );

  it('ignore text beyond the limit', async () => {
    const text = 'running shoes '.repeat(maxTextLength / 14 + 1).slice(0, maxTextLength);
    const [cut, whole] = await embedder.embed([text, `${text}mortgage `]);
    expect(whole).toEqual(cut);
  });
});

describe('the table is rejected', () => {
  let folder = '';
  let shipped = Buffer.alloc(0);
  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'magpie-table-'));
    shipped = await readFile(new URL('../../../assets/embeddings-static-v1.bin', import.meta.url));
  });
  afterAll(() => rm(folder, { recursive: true }));

  const changed = (at: number): Buffer => {
    const copy = Buffer.from(shipped);
    copy.writeUInt8(copy.readUInt8(at) ^ 1, at);
    return copy;
  };

  it.each([
    { what: 'one bit of a vector is wrong', file: () => changed(shipped.length - 1000), says: 'is damaged' },
    { what: 'one letter is wrong', file: () => changed(100), says: 'is damaged' },
    { what: 'it says to have other dimensions', file: () => changed(12), says: 'is damaged' },
    { what: 'its end is missing', file: () => shipped.subarray(0, -1), says: 'is damaged' },
    { what: 'it is of a later layout', file: () => changed(8), says: 'has a layout' },
    { what: 'it is something else', file: () => Buffer.from('hello'.repeat(50)), says: 'is not one' },
    { what: 'it is empty', file: () => Buffer.alloc(0), says: 'is not one' },
  ])('when $what', async ({ file, says }) => {
    const name = path.join(folder, 'table.bin');
    await writeFile(name, file());
    await expect(readStaticTable(name)).rejects.toThrow(`The table of word vectors ${says}`);
  });

  it('when it is missing', async () => {
    await expect(readStaticTable(path.join(folder, 'none'))).rejects.toThrow('cannot be read');
  });
});
