import { describe, expect, it } from 'vitest';
import type { SeenAd } from '../capture/index.ts';
import type { AdState } from '../saving/messages.ts';
import { createSaves, type Saves } from './saves.ts';

const nowhere: AdState = { boards: [], note: null, waitsFor: null, problem: null };
const onLamps: AdState = { ...nowhere, boards: [{ id: 1, name: 'Lamps' }] };
const ad = { platform: 'facebook' as const, externalId: '1', companyName: 'Fernbank Tea' };
const seen = { key: 'meta:1', ad, isNamed: true } as SeenAd;
const request = { ad, board: { id: 2, name: 'Chairs' }, note: null };

type Answer = (answers: unknown) => void;

/** The background, which answers when it is told to. */
function openPage(): { saves: Saves; answers: Answer[]; refusals: Answer[] } {
  const answers: Answer[] = [];
  const refusals: Answer[] = [];
  const ask = (): Promise<never> =>
    new Promise((resolve, reject) => {
      answers.push(resolve as Answer);
      refusals.push(reject);
    });
  return { saves: createSaves(() => undefined, ask), answers, refusals };
}

describe('what a page knows of an ad', () => {
  it('is not what an older answer tells that comes later', async () => {
    const { saves, answers } = openPage();
    const looks = [saves.look([seen]), saves.look([seen])];
    answers[1]?.([onLamps]);
    await looks[1];
    answers[0]?.([nowhere]);
    await looks[0];
    expect(saves.of(seen.key).state).toEqual(onLamps);
  });

  it('is not what was asked before it was saved', async () => {
    const { saves, answers } = openPage();
    const look = saves.look([seen]);
    const save = saves.save(seen.key, request);
    answers[1]?.(onLamps);
    await save;
    answers[0]?.([nowhere]);
    await look;
    expect(saves.of(seen.key).state).toEqual(onLamps);
  });

  it.each([onLamps, { ...nowhere, waitsFor: 'Lamps' }])(
    'forgets what went wrong once the ad is saved or waits, by whomever, and not before',
    async (later) => {
      const { saves, answers, refusals } = openPage();
      const save = saves.save(seen.key, request);
      refusals[0]?.(new Error('No room.'));
      await save;
      for (const [state, problem] of [
        [nowhere, 'No room.'],
        [later, null],
      ] as const) {
        const look = saves.look([seen]);
        answers.at(-1)?.([state]);
        await look;
        expect(saves.of(seen.key)).toMatchObject({ state, problem });
      }
    },
  );

  it('keeps what went wrong with another board', async () => {
    const { saves, answers, refusals } = openPage();
    for (const step of ['look', 'save', 'look']) {
      const done = step === 'look' ? saves.look([seen]) : saves.save(seen.key, request);
      if (step === 'save') refusals.at(-1)?.(new Error('No room.'));
      else answers.at(-1)?.([onLamps]);
      await done;
    }
    expect(saves.of(seen.key)).toMatchObject({ state: onLamps, problem: 'No room.' });
  });
});
