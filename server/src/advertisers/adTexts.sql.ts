/** Each distinct text that an ad runs with, its own and those of its cards. Templates are nobody's words. */
function textsOf(own: string, onCards: string): string {
  return `arrayDistinct(arrayFilter(text -> text != '' AND position(text, '{{') = 0, arrayConcat(${own}, ${onCards})))`;
}

const bodies = textsOf('bodies', 'card_bodies');

/**
 * The first sentence of the first line, or its first 200 characters. What ends before the twelfth character is rather an
 * abbreviation or an exclamation than what the ad opens with.
 */
const opening = String.raw`^(?:[^\n]{12,199}?(?:[.!?…]+(?:\s|$)|[。！？])|[^\n]{1,200})`;

/** What stands for an ad in a list: a template only where it has no other headline. */
export const shownHeadline = `coalesce(
  arrayFirstOrNull(text -> text != '' AND position(text, '{{') = 0, arrayConcat(headlines, card_headlines)),
  arrayFirstOrNull(text -> text != '', arrayConcat(headlines, card_headlines)))`;

export const adTexts = {
  body: bodies,
  headline: textsOf('headlines', 'card_headlines'),
  hook: `arrayDistinct(arrayFilter(hook -> hook != '', arrayMap(body -> replaceRegexpOne(extract(body, '${opening}'), '\\\\s+$', ''), ${bodies})))`,
};
