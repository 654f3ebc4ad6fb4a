/** Larger statements are slow and held in memory several times. */
const maxCharacters = 16_000_000;

/** Splits a list into batches by size, lazily, for insertion with one statement each. */
export function* inParts<Item>(
  items: Iterable<Item>,
  charactersOf: (item: Item) => number,
): Generator<Item[]> {
  let part: Item[] = [];
  let characters = 0;
  for (const item of items) {
    part.push(item);
    characters += charactersOf(item);
    if (characters < maxCharacters) continue;
    yield part;
    part = [];
    characters = 0;
  }
  if (part.length > 0) yield part;
}
