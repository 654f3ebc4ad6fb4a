import type { CopyPart } from '@magpie/server/studio/makers/maker';
import { english } from './english.ts';
import { others } from './heldOut.ts';
import { languages } from './languages.ts';

/**
 * Copies labelled sentence by sentence before the cues were applied. A label is a careful reader's judgement and is never
 * changed to match a cue. Sentences that are no part are labelled `-`.
 */
export interface LabelledCopy {
  readonly language: string;
  readonly text: string;
  readonly button: string | null;
  readonly parts: readonly CopyPart[];
}

/** Written together with the cues; shows whether a change makes something worse. */
export const tuning = copiesIn(english, languages);
/** From other sources, and never used to improve a cue: the reported quality is measured here. */
export const heldOut = copiesIn(others);

function copiesIn(...blocks: readonly string[]): readonly LabelledCopy[] {
  return blocks.flatMap((each) => each.trim().split('\n\n').map(labelledCopy));
}

/** A line is `part| text`; a leading `/` starts a new line of the copy, and `button` is the button's text. */
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
