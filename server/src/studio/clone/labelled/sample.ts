import type { CopyPart } from '../../makers/maker.ts';
import { english } from './english.ts';
import { languages } from './languages.ts';

/**
 * Copies written for this purpose and labelled sentence by sentence, before there was any cue. A label says what a careful
 * reader would say; it is never changed because a cue found something else. What is none of the parts is labelled `-`.
 */
export interface LabelledCopy {
  readonly language: string;
  readonly text: string;
  readonly button: string | null;
  readonly parts: readonly CopyPart[];
}

const copies = [english, languages].flatMap((blocks) => blocks.trim().split('\n\n').map(labelledCopy));

/** Cues may be improved by looking at this half; what they reach on the other half is what counts. */
export const tuning: readonly LabelledCopy[] = copies.filter((_, index) => index % 2 === 0);
export const heldOut: readonly LabelledCopy[] = copies.filter((_, index) => index % 2 === 1);

/** A line is `part| text`; one with `/` in front begins a line of the copy, and `button` is what stands on the button. */
function labelledCopy(block: string): LabelledCopy {
  const [language = '', ...lines] = block.split('\n');
  const gap = ['ja', 'zh'].includes(language) ? '' : ' ';
  let [text, button]: [string, string | null] = ['', null];
  const parts: CopyPart[] = [];
  for (const line of lines) {
    const [label = '', said = ''] = line.split('| ');
    const part = label.replace('/', '');
    if (part === 'button') button = said;
    else text += (text === '' ? '' : label.startsWith('/') ? '\n' : gap) + said;
    if (part === 'button') parts.push({ part: 'cta', text: said });
    else if (part !== '-') parts.push({ part: part as CopyPart['part'], text: said });
  }
  return { language, text, button, parts };
}
