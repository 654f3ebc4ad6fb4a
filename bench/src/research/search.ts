import type { contract, OutputOf } from '@magpie/contract';
import type { Subjects } from './growth.sql.ts';
import { searchFacets, searchPage } from './peers.sql.ts';
import type { Question, Rows } from './questions.ts';

type Answer = OutputOf<typeof contract.ads.search>;

/** A search with its page and all facets. Peers sort by reach and count the facets of `countedFacets`. */
export function searchQuestions({ small, middle }: Subjects): Question[] {
  const rare = [small, middle].flatMap(({ name }) => name.toLowerCase().match(/\b[a-z]{4,}\b/g) ?? [])[0];
  const filters = { platforms: ['facebook'], formats: ['video'], languages: ['en'] };
  return [
    createQuestion('one word', { searchQuery: 'shipping' }, 'shipping'),
    createQuestion('one word by relevance', { searchQuery: 'shipping', sortBy: 'recommended' }, 'shipping'),
    createQuestion(
      'one word, duplicates folded',
      { searchQuery: 'shipping', duplicates: 'fold' },
      'shipping',
    ),
    createQuestion('a rare word', { searchQuery: rare ?? 'shipping' }, rare ?? 'shipping'),
    createQuestion('a phrase', { searchQuery: '"free shipping"' }, 'free shipping', 'isPhrase'),
    createQuestion(
      'a word and three filters',
      { searchQuery: 'shipping', ...filters },
      'shipping',
      'isFiltered',
    ),
  ];
}

function createQuestion(
  name: string,
  input: object,
  words: string,
  ...conditions: ('isPhrase' | 'isFiltered')[]
): Question {
  return {
    name: `search: ${name}`,
    atMost95: { 10_000_000: 40 },
    path: 'ads.search',
    input: { sortBy: 'views', ...input },
    rows: ({ facets }: Answer) =>
      inOrder(
        countedFacets.flatMap((facet) =>
          Object.entries(facets[facet]).map(([value, ads]) => [facet, value, ads]),
        ),
      ),
    statements: (dialect) => [
      searchPage(dialect, conditions),
      ...countedFacets.map((facet) => searchFacets(dialect, facet, conditions)),
    ],
    values: [words],
    // The first statement returns the page.
    peerRows: (rows) => inOrder(rows.filter((row) => row.length === 3)),
  };
}

const countedFacets = ['formats', 'mediaTypes', 'languages', 'platforms', 'countries'] as const;

function inOrder(rows: Rows): Rows {
  return rows.toSorted((one, other) => (String(one) < String(other) ? -1 : 1));
}
