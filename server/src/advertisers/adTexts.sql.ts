/** Each distinct text that an ad runs with, its own and those of its cards. Templates are nobody's words. */
function textsOf(own: string, onCards: string): string {
  return `arrayDistinct(arrayFilter(text -> text != '' AND position(text, '{{') = 0, arrayConcat(${own}, ${onCards})))`;
}

export const adTexts = {
  body: textsOf('bodies', 'card_bodies'),
  headline: textsOf('headlines', 'card_headlines'),
};
