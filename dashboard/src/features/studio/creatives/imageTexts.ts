import { textLimits } from '@magpie/contract/limits';
import type { AiImage, RouterInputs } from '../../../lib/api/types.ts';

export type ImageTexts = NonNullable<AiImage['texts']>;
type TextName = keyof ImageTexts;

interface EditableField {
  readonly part: TextName;
  readonly maxLength: number;
  readonly isRequired: boolean;
}

const limits = {
  headline: { maxLength: textLimits.imageHeadline, isRequired: true },
  text: { maxLength: textLimits.imageText, isRequired: false },
  proof: { maxLength: textLimits.imageProof, isRequired: false },
  offer: { maxLength: textLimits.imageOffer, isRequired: false },
  callToAction: { maxLength: textLimits.imageButton, isRequired: true },
} as const satisfies Record<TextName, Omit<EditableField, 'part'>>;

/** A field for each text that the layout has a place for. */
export function editableFields(shownTexts: AiImage['shownTexts']): readonly EditableField[] {
  return shownTexts.map((part) => ({ part, ...limits[part] }));
}

/** The input that changes the texts from one state to another; null if they are equal. */
export function editInput(
  id: number,
  from: ImageTexts,
  to: ImageTexts,
): RouterInputs['aiImages']['edit'] | null {
  const changed = (Object.keys(to) as TextName[]).filter((name) => to[name] !== from[name]);
  if (changed.length === 0) return null;
  return { id, ...Object.fromEntries(changed.map((name) => [name, to[name]])) };
}

/** What was entered, with empty optional texts as null. */
export function withText(texts: ImageTexts, { part, isRequired }: EditableField, value: string): ImageTexts {
  const entered = value.trim();
  return { ...texts, [part]: entered === '' && !isRequired ? null : entered };
}
