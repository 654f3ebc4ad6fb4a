import { describe, expect, it } from 'vitest';
import type { BoardChoices } from '../background/messages.ts';
import { changedNote, listPickerChoices } from './choices.ts';

const place = { isOpen: true, within: [] };
const choices: BoardChoices = {
  boards: [
    { ...place, id: 1, name: 'Hooks' },
    { ...place, id: 2, name: 'Questions', within: ['Studio', 'Hooks'] },
    { ...place, id: 3, name: 'Lamps' },
  ],
  newNames: ['Later'],
  last: { id: 3, name: 'Lamps' },
};

function shown(typed: string, held: readonly number[] = []): readonly string[] {
  return listPickerChoices(typed, choices, new Set(held)).map(({ name, mark }) => `${name} ${mark}`);
}

describe('board choices', () => {
  it('lists the last board first and marks boards that contain the ad', () => {
    expect(shown('', [1])).toEqual(['Lamps last', 'Hooks held', 'Questions null', 'Later waits']);
  });

  it('lists an exact name before the last board', () => {
    const older = { ...place, id: 9, name: 'Hooks archive 2019' };
    const found = listPickerChoices(
      'hooks',
      { ...choices, boards: [older, ...choices.boards], last: older },
      new Set(),
    );
    expect(found.map(({ name }) => name)).toEqual(['Hooks', 'Hooks archive 2019', 'Questions']);
    expect(shown('studio / hooks / questions')[0]).toBe('Questions null');
  });

  it('finds a board by its path, ignoring case', () => {
    expect(shown('studio / hooks')).toEqual(['Questions null', 'studio / hooks new']);
  });

  it('offers a new board only if no existing or queued board has that name', () => {
    expect(shown('hooks')).toEqual(['Hooks null', 'Questions null']);
    expect(shown(' later ')).toEqual(['Later waits']);
    expect(shown('Cups')).toEqual(['Cups new']);
  });
});

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
