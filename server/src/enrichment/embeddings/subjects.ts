import { RecentCache } from '../../ads/recent.ts';
import subjectWords from './subjectWords.json' with { type: 'json' };
import { splitWords, type Word } from './words.ts';

/**
 * What ads are about. The key of a subject is its English words, of which it gets its vector. Its words are in English,
 * German, French, Dutch, Spanish, Italian, Portuguese and Polish, without accents, and a few in Japanese and Korean:
 * `word`, `start*`, `*end` for compounds, or `*part*`. Words that ads of every subject contain (book, savings, gift), or
 * that mean something else in another language (`don`, `lot`, `meer`), are left out.
 */
export const subjectNames: readonly string[] = Object.keys(subjectWords);

/** Numbers of subjects by their stems. */
type Stems = Map<string, number[]>;

const whole: Stems = new Map();
const starts: Stems = new Map();
const ends: Stems = new Map();
const parts: Stems = new Map();
/** Of scripts in which words are not separated. */
const partsOfRuns: Stems = new Map();

for (const [subject, lines] of Object.values(subjectWords).entries()) {
  for (const pattern of lines.join(' ').split(' ')) addStem(pattern, subject);
}

function addStem(pattern: string, subject: number): void {
  for (const { text, script } of splitWords(pattern)) {
    const stems = script === 'latin' ? latinStems(pattern) : partsOfRuns;
    stems.set(text, [...(stems.get(text) ?? []), subject]);
  }
}

function latinStems(pattern: string): Stems {
  if (pattern.startsWith('*')) return pattern.endsWith('*') ? parts : ends;
  return pattern.endsWith('*') ? starts : whole;
}

const stemLengths = [...starts.keys(), ...ends.keys()].map(({ length }) => length);
const [minStemLength, maxStemLength] = [Math.min(...stemLengths), Math.max(...stemLengths)];
const none: readonly number[] = [];
/** A few megabytes. Most words of ads are repeated. */
const found = new RecentCache<readonly number[]>(4_000_000);

/** Numbers of the subjects that a word indicates. */
export function subjectsOfWord({ text, script }: Word): readonly number[] {
  return found.getOrCompute(text, () =>
    script === 'latin' ? matchLatin(text) : findParts(text, partsOfRuns),
  );
}

function matchLatin(word: string): readonly number[] {
  const matches = new Set([...(whole.get(word) ?? []), ...findParts(word, parts)]);
  for (let length = Math.min(word.length, maxStemLength); length >= minStemLength; length -= 1) {
    for (const subject of starts.get(word.slice(0, length)) ?? []) matches.add(subject);
    for (const subject of ends.get(word.slice(-length)) ?? []) matches.add(subject);
  }
  return matches.size === 0 ? none : [...matches];
}

function findParts(word: string, stems: Stems): readonly number[] {
  const matches = new Set<number>();
  for (const [stem, subjects] of stems) {
    if (word.includes(stem)) for (const subject of subjects) matches.add(subject);
  }
  return matches.size === 0 ? none : [...matches];
}
