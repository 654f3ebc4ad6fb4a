import { contract, describeInput, type Procedure } from '@magpie/contract';

/** What the reference tells of a procedure: everything from the contract, nothing written twice. */
export interface Entry {
  readonly name: string;
  readonly procedure: Procedure;
  readonly input: ReturnType<typeof describeInput>;
}

interface Router {
  readonly name: string;
  readonly entries: readonly Entry[];
}

export const routers: readonly Router[] = Object.entries(contract).map(([router, members]) => ({
  name: router,
  entries: Object.entries(members).map(([leaf, procedure]: [string, Procedure]) => ({
    name: `${router}.${leaf}`,
    procedure,
    input: describeInput(procedure),
  })),
}));

/** Those in whose name, sentence or fields every word is found. */
export function matching(all: readonly Router[], search: string): readonly Router[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return all
    .map(({ name, entries }) => ({ name, entries: entries.filter((entry) => has(entry, words)) }))
    .filter(({ entries }) => entries.length > 0);
}

function has({ name, procedure, input }: Entry, words: readonly string[]): boolean {
  const text = [name, procedure.summary, ...input.fields.map((field) => field.name)].join(' ').toLowerCase();
  return words.every((word) => text.includes(word));
}
