/** The words and phrases of a keyword, as the search reads them: `shoes -"second hand"`. */
const term = /(?<=^|\s)(-?)(?:"([^"]+)"|“([^”]+)”|„([^“]+)“|«([^»]+)»|(\S+))/gu;

/** A keyword as one would say it: `shoes but not “second hand”`. */
export function sayKeyword(keyword: string): string {
  const wanted: string[] = [];
  const unwanted: string[] = [];
  for (const [, minus, ...forms] of keyword.matchAll(term)) {
    const word = forms.at(-1);
    const phrase = forms.find((form) => form !== undefined) ?? '';
    (minus === '-' ? unwanted : wanted).push(word ?? `“${phrase.trim()}”`);
  }
  const looksFor = wanted.length > 0 ? wanted.join(' and ') : 'anything';
  return unwanted.length > 0 ? `${looksFor} but not ${unwanted.join(' or ')}` : looksFor;
}
