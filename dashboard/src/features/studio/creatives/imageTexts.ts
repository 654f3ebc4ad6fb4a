import { textLimits } from '@magpie/contract/limits';
import type { AiImage, RouterInputs } from '../../../lib/api/types.ts';

export type ImageTexts = NonNullable<AiImage['texts']>;
type TextName = keyof ImageTexts;

interface EditableField {
  readonly part: TextName;
  readonly maxLength: number;
  readonly isRequired: boolean;
}

const headline = { part: 'headline', maxLength: textLimits.imageHeadline, isRequired: true } as const;
const button = { part: 'callToAction', maxLength: textLimits.imageButton, isRequired: true } as const;
const others = [
  { part: 'text', maxLength: textLimits.imageText, isRequired: false },
  { part: 'offer', maxLength: textLimits.imageOffer, isRequired: false },
] as const;
const proof = { part: 'proof', maxLength: textLimits.imageProof, isRequired: false } as const;

/** What a layout shows: a quote has the proof in large type, and neither text nor offer. */
export function editableFields(layout: string | null): readonly EditableField[] {
  return layout === 'quote' ? [proof, headline, button] : [headline, ...others, button];
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
