import { capitalize } from './grammar.ts';

/** How a name is written. The Latin styles differ only in diacritics. */
export type NameStyle = 'plain' | 'umlauts' | 'accents' | 'katakana' | 'hangul';

const onsets = 'b d f g h j k l m n p r s t v z br kr tr fl'.split(' ');
const vowels = 'aeiouy'.split('');
const innerOnsets = 'b d g k l m n r s t v z lm nd'.split(' ');
const innerVowels = 'aeiou'.split('');
/** No endings of real words: `natura` and `denizen` are existing brands. */
const endings =
  'rya loa nue vix kyo moa nis ryn lyx tum dun vel sae roa tis lai mia nox qua bri zeo dio fyn gar hem jun pex sky wyn trae'.split(
    ' ',
  );

/** First, second and third syllables, and endings, of scripts other than Latin. */
const syllables = {
  katakana: [
    'アエオカサタナハマラルリ'.split(''),
    'ミロセノカテモニレソ'.split(''),
    'アイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワガギグゲゴザジズゼゾダデドバビブベボパピプペポンーヴ'.split(
      '',
    ),
    'ラ ロ ナ ビ カ モ ニス リン レックス タム ドール ベル サ ルー ティス ラル ミア ノックス クア ブリ ゼン ディオ フィン ガル ヘム ジュン ペックス スカイ ウィン トラ'.split(
      ' ',
    ),
  ],
  hangul: [
    '루모나다하마소라비채온늘'.split(''),
    '미로세노카테라니레솔'.split(''),
    '가나다라마바사아자차카타파하고노도로모보소오조초코토포호구누두루무부수우주추쿠투푸후기니디리미비시이지치키티피히게네데레메베세에제체케테페헤'.split(
      '',
    ),
    '라 로 나 비 카 모 온 린 담 결 뜰 벨 사 루 솜 랑 미아 녹 별 빛 젠 디오 핀 강 향 준 숲 솔 윈 터'.split(
      ' ',
    ),
  ],
} as const;

const middles = innerOnsets.length * innerVowels.length;
/** Number of names; more than ten million ads need. */
export const nameCount = onsets.length * vowels.length * middles * endings.length;

interface Syllables {
  readonly start: number;
  readonly middle: number;
  readonly end: number;
}

function splitSyllables(number: number): Syllables {
  const end = number % endings.length;
  const rest = Math.floor(number / endings.length);
  return { start: Math.floor(rest / middles), middle: rest % middles, end };
}

/** Consonants and vowels alternate, so that names are unique. */
export function latinName(number: number): string {
  const { start, middle, end } = splitSyllables(number);
  return [
    at(onsets, Math.floor(start / vowels.length)),
    at(vowels, start % vowels.length),
    at(innerOnsets, Math.floor(middle / innerVowels.length)),
    at(innerVowels, middle % innerVowels.length),
    at(endings, end),
  ].join('');
}

const marks: Readonly<Partial<Record<NameStyle, Readonly<Record<string, string>>>>> = {
  umlauts: { a: 'ä', o: 'ö', u: 'ü' },
  accents: { a: 'á', e: 'é', i: 'í', o: 'ó' },
};

export function styledName(number: number, style: NameStyle): string {
  const { start, middle, end } = splitSyllables(number);
  if (style === 'katakana' || style === 'hangul') {
    const [firsts, seconds, thirds, lasts] = syllables[style];
    const begin = at(firsts, start % 12) + at(seconds, Math.floor(start / 12));
    return begin + at(thirds, middle) + at(lasts, end);
  }
  return capitalize(addMark(latinName(number), marks[style] ?? {}));
}

/** Adds a diacritic to the first vowel, if there is one for it. */
function addMark(name: string, marksByVowel: Readonly<Record<string, string>>): string {
  const first = name.search(/[aeiouy]/);
  const vowel = name.charAt(first);
  return name.slice(0, first) + (marksByVowel[vowel] ?? vowel) + name.slice(first + 1);
}

function at(parts: readonly string[], index: number): string {
  const part = parts[index];
  if (part === undefined) throw new RangeError(`There is no name part ${index}.`);
  return part;
}
