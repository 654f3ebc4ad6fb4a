/** A statement of more takes long, and all of it is in memory several times. */
const mostCharacters = 16_000_000;

/** Parts of a list that is written down by more than one statement, where it is long. Each item is taken when its part is due. */
export function* inParts<Item>(
  items: Iterable<Item>,
  charactersOf: (item: Item) => number,
): Generator<Item[]> {
  let part: Item[] = [];
  let characters = 0;
  for (const item of items) {
    part.push(item);
    characters += charactersOf(item);
    if (characters < mostCharacters) continue;
    yield part;
    part = [];
    characters = 0;
  }
  if (part.length > 0) yield part;
}
