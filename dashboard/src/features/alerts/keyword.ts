/** The words and phrases of a keyword, as the search parses them: `shoes -"second hand"`. */
const term = /(?<=^|\s)(-?)(?:"([^"]+)"|“([^”]+)”|„([^“]+)“|«([^»]+)»|(\S+))/gu;

/** A keyword as text: `shoes but not “second hand”`. */
export function describeKeyword(keyword: string): string {
  const included: string[] = [];
  const excluded: string[] = [];
  for (const [, minus, ...forms] of keyword.matchAll(term)) {
    const word = forms.at(-1);
    const phrase = forms.find((form) => form !== undefined) ?? '';
    (minus === '-' ? excluded : included).push(word ?? `“${phrase.trim()}”`);
  }
  const terms = included.length > 0 ? included.join(' and ') : 'anything';
  return excluded.length > 0 ? `${terms} but not ${excluded.join(' or ')}` : terms;
}
