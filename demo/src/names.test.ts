import { describe, expect, it } from 'vitest';
import { latinName, nameCount, styledName, type NameStyle } from './names.ts';

const numbers = Array.from({ length: nameCount }, (_, number) => number);
const some = numbers.filter((number) => number % 97 === 0);

/** Existing brands that the syllables could spell, and well-known ones. */
const realNames =
  `adidas allbirds amazon apple asics audi benetton binance bonobos bosch bugatti canva casper corona danone
  denizen duolingo duralex emirates fanta ferrero figma garmin gillette glossier google gymshark headspace honda hubspot huel
  ikea kevlar kia klarna kodak lavazza lazada logitech lululemon matador mazda meta microsoft monzo motorola natura nespresso
  netflix nike nivea nokia notion nutella oatly panasonic panera peloton pirelli puma purina reebok revolut rolex safari
  salomon samara samsung sephora shein shopify siemens sinatra slack solara sony spotify starbucks stripe temu tesla tiktok
  tinder toluna toyota udemy uniqlo vodafone volvic volvo zalando zalora zara zoom`.split(/\s+/);

describe('invented names', () => {
  it('suffice for the advertisers of ten million ads', () => {
    expect(nameCount).toBeGreaterThan(200_000);
  });

  it.each(['plain', 'katakana', 'hangul'] as const)('are unique in the style %s', (style) => {
    const names = new Set(numbers.map((number) => styledName(number, style)));
    expect(names.size).toBe(nameCount);
  });

  it('equal the plain ones without diacritics, so they are unique', () => {
    const bare = (name: string): string => name.normalize('NFD').replace(/\p{Mark}/gu, '');
    const changed = some.filter((number) =>
      (['umlauts', 'accents'] as const).some(
        (style) => bare(styledName(number, style)) !== styledName(number, 'plain'),
      ),
    );
    expect(changed).toEqual([]);
  });

  it('are no existing brands', () => {
    const names = new Set(numbers.map(latinName));
    expect(realNames.filter((name) => names.has(name))).toEqual([]);
  });

  it('have umlauts and accents in matching markets', () => {
    const spelled = (style: NameStyle): string => some.map((number) => styledName(number, style)).join(' ');
    expect(spelled('umlauts')).toMatch(/[äöü]/);
    expect(spelled('accents')).toMatch(/[áéíó]/);
    expect(spelled('plain')).toMatch(/^[A-Za-z ]+$/);
    expect(spelled('katakana')).toMatch(/^[ァ-ヴー ]+$/);
    expect(spelled('hangul')).toMatch(/^[가-힣 ]+$/);
  });
});
