import { expect, it } from 'vitest';
import { changedNote } from './note.ts';

it.each([
  [null, '', null],
  [null, ' New. ', 'New.'],
  ['Kept.', 'Kept.', null],
  ['Kept.', 'Kept. ', null],
  ['Kept.', '', null],
  ['Kept.', 'Kept, and more.', 'Kept, and more.'],
])('of a note %j, left as %j, %j is sent', (kept, typed, sent) => {
  expect(changedNote(kept, typed)).toBe(sent);
});
