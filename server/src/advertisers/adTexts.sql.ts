/** The distinct texts of an ad and its cards, without templates. */
function textsOf(own: string, onCards: string): string {
  return `arrayDistinct(arrayFilter(text -> text != '' AND position(text, '{{') = 0, arrayConcat(${own}, ${onCards})))`;
}

const bodies = textsOf('bodies', 'card_bodies');

/**
 * The first sentence of the first line, or its first 200 characters. A sentence that ends before the twelfth character is
 * more likely an abbreviation or an exclamation.
 */
const opening = String.raw`^(?:[^\n]{12,199}?(?:[.!?…]+(?:\s|$)|[。！？])|[^\n]{1,200})`;

/** The headline of an ad in lists; a template only if it has no other one. */
export const shownHeadline = `coalesce(
  arrayFirstOrNull(text -> text != '' AND position(text, '{{') = 0, arrayConcat(headlines, card_headlines)),
  arrayFirstOrNull(text -> text != '', arrayConcat(headlines, card_headlines)))`;

export const adTexts = {
  body: bodies,
  headline: textsOf('headlines', 'card_headlines'),
  hook: `arrayDistinct(arrayFilter(hook -> hook != '', arrayMap(body -> replaceRegexpOne(extract(body, '${opening}'), '\\\\s+$', ''), ${bodies})))`,
};
