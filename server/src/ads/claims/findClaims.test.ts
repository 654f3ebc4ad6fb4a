import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findClaims, type Claim } from './findClaims.ts';

const keys = (text: string): string[] => findClaims(text).map(({ key }) => key);
const only = (text: string): Claim => {
  const claims = findClaims(text);
  const [claim] = claims;
  if (claim === undefined || claims.length > 1) throw new Error(`${claims.length} claims in “${text}”`);
  return claim;
};

/** How a language writes 1234567.5, and claims with a number in place of _. */
const languages = {
  en: {
    group: ',',
    point: '.',
    off: 'Now up to _% off all shoes.',
    price: 'Yours for only €_.',
    counted: 'Over _ happy customers.',
    within: 'Visible results in just _ days.',
    warranty: 'With a _-year warranty.',
  },
  de: {
    group: '.',
    point: ',',
    off: 'Jetzt bis zu _ % Rabatt auf alle Schuhe.',
    price: 'Jetzt für nur _ €.',
    counted: 'Über _ zufriedene Kunden.',
    within: 'Sichtbare Ergebnisse in nur _ Tagen.',
    warranty: 'Mit _ Jahren Garantie.',
  },
  fr: {
    group: ' ',
    point: ',',
    off: 'Jusqu’à _ % de réduction sur les chaussures.',
    price: 'À vous pour _ €.',
    counted: 'Plus de _ clients satisfaits.',
    within: 'Résultats visibles en seulement _ jours.',
    warranty: 'Garantie _ ans.',
  },
  es: {
    group: '.',
    point: ',',
    off: 'Hasta un _ % de descuento en zapatos.',
    price: 'Tuyo por solo _ €.',
    counted: 'Más de _ clientes contentos.',
    within: 'Resultados visibles en solo _ días.',
    warranty: 'Con _ años de garantía.',
  },
  it: {
    group: '.',
    point: ',',
    off: 'Fino al _% di sconto sulle scarpe.',
    price: 'Tuo a soli _ €.',
    counted: 'Oltre _ clienti soddisfatti.',
    within: 'Risultati visibili in soli _ giorni.',
    warranty: 'Garanzia di _ anni.',
  },
  pt: {
    group: '.',
    point: ',',
    off: 'Até _% de desconto em sapatos.',
    price: 'Seu por apenas _ €.',
    counted: 'Mais de _ clientes satisfeitos.',
    within: 'Resultados visíveis em apenas _ dias.',
    warranty: 'Garantia de _ anos.',
  },
} as const;

type Language = keyof typeof languages;
const language = fc.constantFrom(...(Object.keys(languages) as Language[]));

function write(value: number, { group, point }: { group: string; point: string }): string {
  const [whole = '', decimals] = value.toFixed(2).split('.');
  const grouped = whole.replaceAll(/\B(?=(?:\d{3})+$)/g, group);
  return decimals === '00' ? grouped : `${grouped}${point}${decimals}`;
}

/** Sentences without numbers and cues. */
const plain = fc.constantFrom(
  'We like the sea.',
  'Komm vorbei!',
  'Un café et un livre.',
  'Hola, vecina.',
  'Ciao a tutti!',
  'Bom dia.',
);

describe('claims', () => {
  it('have the values that are written in each language, between other sentences', () => {
    const cents = fc.integer({ min: 100, max: 9_999_999 }).map((value) => value / 100);
    fc.assert(
      fc.property(
        fc.record({
          name: language,
          before: plain,
          after: plain,
          percent: fc.integer({ min: 1, max: 99 }),
          price: cents,
          counted: fc.integer({ min: 100, max: 5_000_000 }),
          days: fc.integer({ min: 2, max: 60 }),
          years: fc.integer({ min: 2, max: 30 }),
        }),
        ({ name, before, after, percent, price, counted, days, years }) => {
          const texts = languages[name];
          const fill = (text: string, value: number): string => text.replace('_', write(value, texts));
          const sentences = [
            fill(texts.off, percent),
            fill(texts.price, price),
            fill(texts.counted, counted),
            fill(texts.within, days),
            fill(texts.warranty, years),
          ];
          const claims = findClaims([before, ...sentences, after].join(' '));
          expect(claims.map(({ kind, value, sentence }) => ({ kind, value, sentence }))).toEqual([
            { kind: 'discount', value: percent, sentence: sentences[0] },
            { kind: 'price', value: price, sentence: sentences[1] },
            { kind: 'figure', value: counted, sentence: sentences[2] },
            { kind: 'figure', value: days, sentence: sentences[3] },
            { kind: 'guarantee', value: years, sentence: sentences[4] },
          ]);
          expect(claims.every(({ sentence, text }) => sentence.includes(text) && text !== '')).toBe(true);
        },
      ),
    );
  });

  it('have the same key and subject in every language', () => {
    for (const part of ['off', 'price', 'counted', 'within', 'warranty'] as const) {
      const found = Object.values(languages).map(
        (texts) => only(texts[part].replace('_', part === 'off' ? '25' : '250')).key,
      );
      expect(new Set(found).size).toBe(1);
    }
    const subjects = Object.values(languages).map(({ off }) => only(off.replace('_', '40')).subject);
    expect(new Set(subjects)).toEqual(new Set(['discount up-to %']));
  });

  it('are none in texts of letters without cues', () => {
    const letters = fc.string({
      unit: fc.constantFrom(...Array.from('abcdefghijk lmnopq rstuvwxyz,.!\n ')),
      maxLength: 200,
    });
    const cue = /best|than|one|most|vs|versus|trial|money|price|warranty|test|leader|#/;
    fc.assert(
      fc.property(letters, (text) => {
        fc.pre(!cue.test(text));
        expect(findClaims(text)).toEqual([]);
      }),
    );
  });

  it('of any text are parts of their sentence, which is part of the text', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.oneof(
            fc.constantFrom('50 % off', '€', '20', 'the best', 'money back', '30 days', '.', '\n'),
            fc.string(),
          ),
        ),
        (parts) => {
          const text = parts.join(' ').normalize('NFC');
          for (const { key, text: words, sentence, value } of findClaims(text)) {
            expect(sentence).toContain(words);
            expect(key).not.toBe('');
            expect(value === null || value >= 0).toBe(true);
          }
        },
      ),
    );
  });

  it('use letters of other styles as plain ones', () => {
    expect(only('𝗨𝗽 𝘁𝗼 𝟱𝟬% 𝗼𝗳𝗳 today')).toMatchObject({ key: 'discount up-to 50 %', text: 'Up to 50% off' });
  });
});

describe('a discount', () => {
  it.each([
    ['Save up to 40% on boots', 'discount up-to 40 %'],
    ['20-50% off everything', 'discount up-to 50 %'],
    ['-30 % auf alles', 'discount 30 %'],
    ['$10 off your first box', 'discount 10 $'],
    ['15€ de remise immédiate', 'discount 15 EUR'],
    ['R$ 50 de desconto', 'discount 50 BRL'],
  ])('%s', (text, key) => {
    expect(keys(text)).toEqual([key]);
  });
});

describe('a price', () => {
  it.each([
    ['Plans from $9.99/month', 'price from 9.99 $ month'],
    ['Nur 1.299,- € statt 1.499 €', 'price 1299 EUR'],
    ['Le coffret à 49€90', 'price 49.9 EUR'],
    ['CHF 120 für das Set', 'price 120 CHF'],
  ])('%s', (text, key) => {
    expect(keys(text)).toEqual([key]);
  });

  it('of another product has another subject', () => {
    const [bed, again, sofa] = ['The bed for $99', 'The bed for $199', 'The sofa for $99'].map(only);
    expect(bed?.subject).toBe(again?.subject);
    expect(bed?.subject).not.toBe(sofa?.subject);
    expect(bed?.key).toBe(sofa?.key);
  });

  it('has the words of the sentence beside it if its own name no product, and no subject without any', () => {
    const [knives, again, sheds, none] = [
      'Kitchen knives. Now from just $330.',
      'Kitchen knives. Now from just $527.',
      'Garden sheds. Now from just $527.',
      'Now from just $330.',
    ].map(only);
    expect(knives?.subject).toBe(again?.subject);
    expect(knives?.subject).not.toBe(sheds?.subject);
    expect(none?.subject).toBeNull();
  });
});

describe('a count of people or firms that no list names', () => {
  it.each([
    ['Trusted by more than 4,200 bakers.', 'figure 4200 of bakers'],
    ['12,000 beekeepers swear by it.', 'figure 12000 of beekeepers'],
    ['Von 5.000 Hebammen empfohlen.', 'figure 5000 of hebammen'],
    ['Scelto da 3.500 ristoranti.', 'figure 3500 of ristoranti'],
  ])('%s', (text, key) => {
    const claim = only(text);
    expect([claim.key, claim.unit]).toEqual([key, null]);
  });

  it.each([
    'Join us at 1200 Main Street.',
    'Used in 1969 by the first crew.',
    'In 1200 Metern Höhe getestet.',
  ])('is none: %s', (text) => {
    expect(findClaims(text)).toEqual([]);
  });
});

describe('a guarantee', () => {
  it.each([
    ['30-day money-back guarantee', 'guarantee money-back 30 day'],
    ['24 Monate Garantie', 'guarantee warranty 24 month'],
    ['2 Jahre Garantie', 'guarantee warranty 24 month'],
    ['Lifetime warranty on every knife', 'guarantee lifetime-warranty'],
    ['Lowest price guarantee', 'guarantee price-match'],
  ])('%s', (text, key) => {
    expect(keys(text)).toEqual([key]);
  });
});

describe('numbers that are no claims', () => {
  it.each([
    'Call 0800 123 4567',
    'Since 1985',
    'Open 9:30 to 18:00 on 12/05/2026',
    'For ages 3 to 6',
    '221 King Street, London',
    'A 500 ml bottle',
    'Free shipping over $50',
    'Versandkostenfrei ab 49 €',
    'Gratis-Geschenk zu jeder Bestellung ab 56 EUR.',
    'Free tote with orders from $60.',
    'Cadeau offert pour toute commande dès 45 €.',
    'Regalo gratis en compras desde 40 €.',
    'Omaggio con ogni ordine da 30 €.',
    'Brinde em compras a partir de R$ 99.',
    'Win a $500 gift card',
    'Ends in 2 days',
    'Raised $2 million for charity',
    'Reason #1 to switch',
    'What is the best shoe?',
  ])('%s', (text) => {
    expect(findClaims(text)).toEqual([]);
  });
});
