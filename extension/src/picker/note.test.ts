import { expect, it } from 'vitest';
import { changedNote } from './note.ts';

it.each([
  [null, '', null],
  [null, ' New. ', 'New.'],
  ['Kept.', 'Kept.', null],
  ['Kept.', 'Kept. ', null],
  ['Kept.', '', null],
  ['Kept.', 'Kept, and more.', 'Kept, and more.'],
])('saved note %j, edited to %j: sends %j', (saved, typed, sent) => {
  expect(changedNote(saved, typed)).toBe(sent);
});
