import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import type { AssignedTag } from '../ads/enrichment.ts';
import { loadLanguages } from './language.ts';
import { createMatcher } from './tagMatcher.ts';
import { tagDefinitions } from './tags.ts';
import dutch from './taxonomy/languages/dutch.json' with { type: 'json' };
import french from './taxonomy/languages/french.json' with { type: 'json' };
import german from './taxonomy/languages/german.json' with { type: 'json' };
import italian from './taxonomy/languages/italian.json' with { type: 'json' };
import japanese from './taxonomy/languages/japanese.json' with { type: 'json' };
import korean from './taxonomy/languages/korean.json' with { type: 'json' };
import polish from './taxonomy/languages/polish.json' with { type: 'json' };
import portuguese from './taxonomy/languages/portuguese.json' with { type: 'json' };
import spanish from './taxonomy/languages/spanish.json' with { type: 'json' };
import { type AdTexts, findTagsAndType } from './wording.ts';

beforeAll(loadLanguages);

const silent = { language: null, headlines: [], bodies: [], description: null, ctaText: null, cards: [] };
const nameOf = new Map(tagDefinitions.map((tag) => [tag.tagDefinitionId, tag.shortText]));
const tagsOf = (wording: AdTexts): readonly AssignedTag[] => findTagsAndType(wording).tags;
const tagsIn = (body: string): (string | undefined)[] =>
  tagsOf({ ...silent, bodies: [body] }).map((tag) => nameOf.get(tag.tagDefinitionId));

describe('the taxonomy', () => {
  it('has at least 150 tags in at least 8 categories, each with a unique id and name', () => {
    expect(tagDefinitions.length).toBeGreaterThanOrEqual(150);
    expect(new Set(tagDefinitions.map((tag) => tag.category)).size).toBeGreaterThanOrEqual(8);
    expect(new Set(tagDefinitions.map((tag) => tag.tagDefinitionId)).size).toBe(tagDefinitions.length);
    expect(new Set(tagDefinitions.map((tag) => tag.shortText)).size).toBe(tagDefinitions.length);
  });

  it.each(Object.entries({ dutch, french, german, italian, japanese, korean, polish, portuguese, spanish }))(
    'speaks %s for at least 40 tags, all of them defined',
    (_, language) => {
      const ids = Object.keys(language).map(Number);
      expect(ids.length).toBeGreaterThanOrEqual(40);
      expect(ids.filter((id) => !nameOf.has(id))).toEqual([]);
    },
  );
});

describe('misleading words', () => {
  it.each([
    ['Sugar-free gum, free-range eggs and hassle-free mornings', 'Free of charge'],
    ['Born in New York, at home in New Zealand', 'New arrival'],
    ['SPF 50 with 50% cotton and 50 colours', 'Percentage off'],
    ['The company raised $3 million', 'Price named'],
    ['Terms and conditions apply here', 'Apply now'],
    ['Write to us at sale@example.com or see vegan.example.com', 'Sale'],
    ['Write to us at sale@example.com or see vegan.example.com', 'Vegans and vegetarians'],
    ['https://example.com/free-shipping', 'Free shipping'],
    ['Doe mee met onze actie en win een jaar lang gratis pizza!', 'Donate'],
    ['Stocks limités : commandez votre sapin avant le 10 décembre.', 'Investors'],
    ['While stocks last: garden sets for every balcony', 'Investors'],
    ['AI Tutors that explain every step of your homework', 'Teachers'],
    ["The cat's out of the bag: our new flavour is here", 'Cat owners'],
    ['Últimas vacantes para el campamento de verano en la montaña', 'We are hiring'],
    ['A game changer for your morning routine', 'Gamers'],
    ['Unser Brot hat eine lange Geschichte und viel Geschmack', 'Men'],
    ['As comfy as a movie marathon under two blankets', 'Entertainment'],
    ['Help us raise $40,000 before the vote: make a donation', 'Price named'],
    ['Their allies are energized. Will you stop them?', 'More energy'],
    ['Stand up to the lobby: sign our petition', 'Built to last'],
    ['Our screws let you treat difficult cases with confidence', 'Confidence'],
    ['iPhone 14 seminovo com garantia de seis meses', 'Download the app'],
    ['Leve o aparelho para casa sem comprometer seu orçamento', 'Free quote'],
    ['A husband, father, veteran and farmer, running to protect the future of our state', 'Veterans'],
    [
      'A husband, father, veteran and farmer, running to protect the future of our state',
      'Safety and protection',
    ],
    ['Over 9,000 five star reviews', 'Customer quote'],
    ['Novelty coins with intentional blemishes, in a plastic case', 'Clear skin'],
    ['New Formula 1 jackets for race day', 'New technology'],
    ['A taste adventure: 100% natural recipes for picky cats', 'Travel and adventure'],
    ['A taste adventure: 100% natural recipes for picky cats', 'Home cooks'],
    ['Check our stocks of used cars and contact us', 'Investors'],
    ['Cancel all student debt', 'Students'],
    ['No more subsidies. Say no to the Green New Deal!', 'Sustainability'],
    ['Biker shorts for toddlers', 'Cyclists'],
    ['Joggers with built-in flex', 'Country of origin'],
    ["I'm a retired officer and a civics teacher, and I'm running for Congress", 'Teachers'],
    ['Speak to our team today', 'Learn something new'],
    ['Be your own boss and choose your hours', 'Gamers'],
    ['We ship to any country', 'Developers'],
    ['Ready in less than a minute', 'Affordable'],
    ['This cream is not one size fits all', 'Works for everyone'],
    ['Kids travel free in July', 'Freedom'],
    ['30% less sugar than before', 'Percentage off'],
    ['A simple skin care routine for the morning', 'Indulgence'],
    ['Mamy nowe buty w sklepie w Krakowie', 'Parents'],
    ['Ärzte raten zu mehr Bewegung im Alltag', 'Pay in instalments'],
    ['Un jeu vidéo pour toute la famille', 'Giveaway'],
  ])('“%s” is not tagged “%s”', (text, tag) => {
    expect(tagsIn(text)).not.toContain(tag);
  });
});

describe('spelling variants', () => {
  it.each([
    'FREE SHIPPING on everything',
    'free-shipping on everything',
    '𝗙𝗿𝗲𝗲 𝗦𝗵𝗶𝗽𝗽𝗶𝗻𝗴 on everything',
    'ＦＲＥＥ　ＳＨＩＰＰＩＮＧ',
    'Livraison OFFERTE dès 40 €',
    'Livraison gratuite',
    'Kostenloser Versand ab 20 €',
    'Envio gratis hoy',
    'Envío gratis hoy',
    'Frete grátis para todo o Brasil',
    '全国どこでも送料無料です',
    '오늘만무료배송입니다',
    '오늘만 무료 배송!',
  ])('“%s” is free shipping', (text) => {
    expect(tagsIn(text)).toContain('Free shipping');
  });

  it('finds numbers in figures and in words', () => {
    expect(tagsIn('Nine out of ten women agree')).toContain('N out of N people');
    expect(tagsIn('9 out of 10 women agree')).toContain('N out of N people');
    expect(tagsIn('Baked here since 1889')).toContain('Heritage and tradition');
    expect(tagsIn('Open since 10 am')).not.toContain('Heritage and tradition');
  });

  it('recognises questions, quotations and lists by their shape', () => {
    expect(tagsIn('Cold feet again? Try wool.')).toContain('Opening question');
    expect(tagsIn('Try wool. Cold feet again?')).not.toContain('Opening question');
    expect(tagsIn('“I would buy these socks again tomorrow.” Ana')).toContain('Customer quote');
    expect(tagsIn('✅ Warm\n✅ Dry\n✅ Soft')).toContain('Checklist');
  });
});

describe('an ad', () => {
  it('is tagged by all its texts except catalogue placeholders', () => {
    const read = {
      ...silent,
      headlines: ['30% off'],
      bodies: ['Free returns'],
      description: 'Vegan',
      ctaText: 'Donate',
    };
    const tags = tagsOf(read).map((tag) => nameOf.get(tag.tagDefinitionId));
    expect(new Set(tags)).toEqual(
      new Set(['Donate', 'Free returns', 'Percentage off', 'Vegans and vegetarians']),
    );
    expect(tagsIn('{{product.name}} with free shipping')).toEqual([]);
    expect(tagsOf(silent)).toEqual([]);
  });

  it('is tagged by its first 5,000 characters', () => {
    const filler = (length: number): string => 'a '.repeat(length / 2);
    expect(tagsIn(`${filler(4980)}free shipping`)).toEqual(['Free shipping']);
    expect(tagsIn(`${filler(5000)}free shipping`)).toEqual([]);
  });

  it('keeps the twelve tags of highest confidence, ties by id', () => {
    const everything = tagDefinitions.map((tag) => tag.shortText).join('. ');
    const tags = tagsOf({ ...silent, bodies: [everything] });
    expect(tags).toHaveLength(12);
    const sorted = tags.toSorted(
      (a, b) => b.confidence - a.confidence || a.tagDefinitionId - b.tagDefinitionId,
    );
    expect(tags).toEqual(sorted);
  });

  it('gets known tags with two-decimal confidences for any text, deterministically', () => {
    const text = fc.array(
      fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('free', '50%', 'off', '“', '?', '無料')),
    );
    fc.assert(
      fc.property(text, (parts) => {
        const ad = { ...silent, bodies: [parts.join(' ')] };
        const tags = tagsOf(ad);
        expect(tagsOf(ad)).toEqual(tags);
        for (const { tagDefinitionId, confidence } of tags) {
          expect(nameOf.has(tagDefinitionId)).toBe(true);
          expect(confidence).toBeGreaterThanOrEqual(0.5);
          expect(confidence).toBeLessThanOrEqual(0.99);
          expect(Number(confidence.toFixed(2))).toBe(confidence);
        }
      }),
    );
  });
});

describe('cues of a language', () => {
  const match = createMatcher([
    [1, { sure: ['doe'] }, 'pt'],
    [2, { sure: ['stocks', 'free shipping', '# stocks'] }, 'en'],
    [3, { sure: ['podcast'] }],
  ]);
  const idsIn = (text: string, language: string | null): number[] =>
    match([text], language).map(({ id }) => id);

  it('apply in texts of that language, and in texts of an unknown one', () => {
    expect(idsIn('doe agora', 'pt')).toEqual([1]);
    expect(idsIn('doe mee', 'nl')).toEqual([]);
    expect(idsIn('doe', null)).toEqual([1]);
    expect(idsIn('stocks', 'en')).toEqual([2]);
    expect(idsIn('stocks', 'fr')).toEqual([]);
  });

  it('apply everywhere if they are English phrases or have no language', () => {
    expect(idsIn('nur heute free shipping', 'de')).toEqual([2]);
    expect(idsIn('3 stocks', 'de')).toEqual([2]);
    expect(idsIn('der podcast', 'de')).toEqual([3]);
  });
});

describe('tags in Dutch, Italian and Polish', () => {
  it.each([
    ['Doneer vandaag en geef kinderen in nood een maaltijd.', 'Donate'],
    ['Bestel vandaag, morgen in huis: gratis verzending vanaf 20 euro.', 'Free shipping'],
    ['Richiedi oggi un preventivo gratuito per la tua cucina nuova.', 'Free quote'],
    ['Tylko dziś 30% taniej na wszystkie buty w naszym sklepie.', 'Percentage off'],
    ['„Najlepszy odkurzacz, jaki kiedykolwiek miałam w domu.” Ewa', 'Customer quote'],
  ])('“%s” is tagged “%s”', (text, tag) => {
    expect(tagsIn(text)).toContain(tag);
  });
});

describe('confidence', () => {
  const match = createMatcher([
    [1, { sure: ['cat'], likely: ['kitten'], hint: ['purr', 'meow', 'whiskers'], not: ['cat walk'] }],
    [2, { sure: ['black cat'], likely: ['cat'] }],
  ]);
  const confidenceOf = (text: string): number | undefined =>
    match([text]).find(({ id }) => id === 1)?.confidence;

  it('combines the weights of all cues', () => {
    expect(confidenceOf('a cat')).toBe(0.9);
    expect(confidenceOf('a kitten')).toBe(0.6);
    expect(confidenceOf('purr')).toBeUndefined();
    expect(confidenceOf('purr and meow')).toBe(0.51);
    expect(confidenceOf('a cat and a kitten')).toBe(0.96);
    expect(confidenceOf('a cat, a kitten, purr, meow, whiskers')).toBe(0.99);
  });

  it('counts a cue once, and of overlapping cues the strongest', () => {
    expect(confidenceOf('cat cat cat')).toBe(0.9);
    expect(match(['a black cat'])).toContainEqual({ id: 2, confidence: 0.9 });
  });

  it('ignores a cue inside an exclusion, and only there', () => {
    expect(confidenceOf('the cat walk')).toBeUndefined();
    expect(confidenceOf('the cat walk of my cat')).toBe(0.9);
  });
});

describe('a phrase', () => {
  it('matches exactly consecutive words', () => {
    const word = fc.constantFrom('a', 'b', 'c', 'ab');
    const phrase = fc.array(word, { minLength: 1, maxLength: 3 });
    fc.assert(
      fc.property(phrase, phrase, fc.array(word, { maxLength: 12 }), (first, second, text) => {
        const match = createMatcher([
          [1, { sure: [first.join(' ')] }],
          [2, { sure: [second.join(' ')] }],
        ]);
        const holds = (words: string[]): boolean => ` ${text.join(' ')} `.includes(` ${words.join(' ')} `);
        const expected = [first, second].flatMap((words, index) => (holds(words) ? [index + 1] : []));
        expect(match([text.join(' ')]).map(({ id }) => id)).toEqual(expected);
      }),
    );
  });

  it('may have nested choices', () => {
    const match = createMatcher([[1, { sure: ['(get|take (up to|)) # % (off|less)'] }]]);
    const texts = ['get 5% off', 'take 5% less', 'take up to 5% off'];
    expect(texts.filter((text) => match([text]).length === 0)).toEqual([]);
    expect(match(['get up to 5% off'])).toEqual([]);
  });

  it.each(['(a|b', 'a)', '(a|)', 'a (!|b)'])(
    '“%s” is refused, for it is not what its author meant',
    (phrase) => {
      expect(() => createMatcher([[1, { sure: [phrase] }]])(['a'])).toThrow(/cue/);
    },
  );
});
