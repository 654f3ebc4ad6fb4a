import type { CopyPart } from '../../makers/maker.ts';
import { english } from './english.ts';
import { others } from './heldOut.ts';
import { languages } from './languages.ts';

/**
 * Copies labelled sentence by sentence before the cues were tried on them. A label says what a careful reader would say; it is
 * never changed because a cue found something else. What is none of the parts is labelled `-`.
 */
export interface LabelledCopy {
  readonly language: string;
  readonly text: string;
  readonly button: string | null;
  readonly parts: readonly CopyPart[];
}

/** Written for this purpose, together with the cues: they tell whether a change makes something worse. */
export const tuning = copiesIn(english, languages);
/** Written by others for another purpose, and never looked at to improve a cue: what is reached here is what counts. */
export const heldOut = copiesIn(others);

function copiesIn(...blocks: readonly string[]): readonly LabelledCopy[] {
  return blocks.flatMap((each) => each.trim().split('\n\n').map(labelledCopy));
}

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
