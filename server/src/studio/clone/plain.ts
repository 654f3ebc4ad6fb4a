const graphemes = new Intl.Segmenter([], { granularity: 'grapheme' });

/** Whatever is not seen or turns the direction of what follows, and with it how a text reads. */
const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cs}]+/gu;
/** Forms of emoji and some scripts are put together by these. */
const joiners = /[\u200c\u200d]/;

/** Text of others on one line, without what hides or steers, and no longer than so many units. */
export function plain(text: string, most: number): string {
  const seen = text
    .slice(0, most * 4)
    .replaceAll(unseen, (run) => (joiners.test(run) && run.length === 1 ? run : ' '))
    .replaceAll(/\s+/gu, ' ')
    .trim();
  return shortened(seen, most);
}

/** The same as a fact within tags in a prompt: it can neither end what it stands in nor look like text to be shown. */
export function fact(text: string, most: number): string {
  return plain(text.replaceAll(/[<>"“”„`[\]{}]+/g, ' '), most);
}

/** Whole words and characters, with `…` where something is missing. */
export function shortened(text: string, most: number): string {
  if (text.length <= most) return text;
  let kept = '';
  for (const { segment } of graphemes.segment(text.slice(0, most * 2))) {
    if (kept.length + segment.length > most - 1) break;
    kept += segment;
  }
  const space = kept.lastIndexOf(' ');
  const whole = space > most / 2 ? kept.slice(0, space) : kept;
  return `${whole.replace(/[\s,;:.–—-]+$/u, '')}…`;
}
