/** Placeholder values of one text, so that product and discount stay the same. */
export type Filling = Readonly<
  Record<
    | 'brand'
    | 'product'
    | 'pain'
    | 'gain'
    | 'feature'
    | 'audience'
    | 'percent'
    | 'code'
    | 'count'
    | 'rating'
    | 'days'
    | 'hours'
    | 'price',
    string
  >
>;

export function fillIn(sentence: string, filling: Filling): string {
  let text = '';
  let from = 0;
  for (;;) {
    const open = sentence.indexOf('{', from);
    if (open === -1) return text + sentence.slice(from);
    const close = sentence.indexOf('}', open);
    text += sentence.slice(from, open) + wordFor(sentence.slice(open + 1, close), filling);
    from = close + 1;
  }
}

function wordFor(place: string, filling: Filling): string {
  if (isPlace(place, filling)) return filling[place];
  const small = place.toLowerCase();
  if (!isPlace(small, filling)) throw new RangeError(`Unknown placeholder {${place}} in a sentence.`);
  return capitalize(filling[small]);
}

export function capitalize(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

function isPlace(place: string, filling: Filling): place is keyof Filling {
  return Object.hasOwn(filling, place);
}

/** Formats a whole number below a billion with thousands separators. */
export function groupDigits(number: number, mark: string): string {
  if (number < 1000) return String(number);
  const rest = String(number % 1000).padStart(3, '0');
  return `${groupDigits(Math.floor(number / 1000), mark)}${mark}${rest}`;
}
