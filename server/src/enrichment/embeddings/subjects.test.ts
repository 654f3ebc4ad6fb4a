import { describe, expect, it } from 'vitest';
import subjectWords from './subjectWords.json' with { type: 'json' };
import { subjectNames, subjectsOfWord } from './subjects.ts';
import { splitWords } from './words.ts';

const subjectsIn = (text: string): string[] => [
  ...new Set(
    splitWords(text).flatMap((word) => subjectsOfWord(word).map((each) => subjectNames[each] ?? '')),
  ),
];

describe('subjects of words', () => {
  it.each([
    [
      'beer',
      ['Craft beers', 'Weißbier', 'bières', 'speciaalbieren', 'cerveza', 'birre', 'cervejas', 'piwo', '맥주'],
    ],
    [
      'shoes',
      [
        'sneakers',
        'Wanderstiefel',
        'chaussures',
        'Kinderschoenen',
        'zapatillas',
        'scarpe',
        'buty',
        'スニーカー',
      ],
    ],
    [
      'insurance',
      ['insurer', 'Kfz-Haftpflichtversicherung', 'assurances', 'reisverzekering', 'seguros', 'polizza'],
    ],
    ['pet', ['dogs', 'Hundefutter', 'croquettes', 'hondenvoer', 'perros', 'gatti', 'ração de cachorro']],
  ])('are the same in each language: %s', (name, texts) => {
    for (const text of texts) {
      expect(subjectsIn(text).map((each) => each.split(' ')[0])).toContain(name);
    }
  });

  it.each([
    'Book now and claim your free gift',
    'Learn more on our website',
    "Don't miss it: one hundred savings, whatever you want, of course",
    'Jetzt sparen, nur bis 18 Uhr zum halben Preis',
    'Meer weten? Alleen vandaag, voor haar en hem',
    'Sin compromiso, abierto desde abril',
    'Sans engagement, livrées demain',
  ])('are none in calls to action and offers: %s', (text) => {
    expect(subjectsIn(text)).toEqual([]);
  });

  it.each([
    ['*end', 'Rotbier', 'Bierbauch'],
    ['start*', 'brasseries', 'embrasser'],
    ['word', 'ale', 'tale'],
  ])('are found by %s', (_, matching, other) => {
    expect(subjectsIn(matching)).toEqual(['beer brewery lager']);
    expect(subjectsIn(other)).toEqual([]);
  });

  it('have patterns of one word each, without repetitions', () => {
    for (const lines of Object.values(subjectWords)) {
      const patterns = lines.join(' ').split(' ');
      expect(patterns.filter((pattern) => splitWords(pattern).length !== 1)).toEqual([]);
      expect(new Set(patterns).size).toBe(patterns.length);
    }
  });
});
