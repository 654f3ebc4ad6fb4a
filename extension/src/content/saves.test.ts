import { describe, expect, it } from 'vitest';
import type { PageAd } from '../sites/types.ts';
import type { AdSaveState } from '../background/messages.ts';
import { createSaves, type Saves } from './saves.ts';

const nowhere: AdSaveState = { boards: [], note: null, waitsFor: null, problem: null };
const onLamps: AdSaveState = { ...nowhere, boards: [{ id: 1, name: 'Lamps' }] };
const ad = { platform: 'facebook' as const, externalId: '1', companyName: 'Fernbank Tea' };
const pageAd = { key: 'meta:1', ad, isNamed: true } as PageAd;
const request = { ad, board: { id: 2, name: 'Chairs' }, note: null };

type Settle = (responses: unknown) => void;

/** A background whose responses the test controls. */
function openPage(): { saves: Saves; responses: Settle[]; refusals: Settle[] } {
  const responses: Settle[] = [];
  const refusals: Settle[] = [];
  const call = (): Promise<never> =>
    new Promise((resolve, reject) => {
      responses.push(resolve as Settle);
      refusals.push(reject);
    });
  return { saves: createSaves(() => undefined, call), responses, refusals };
}

describe('the saved state of an ad', () => {
  it('ignores a late response to an older request', async () => {
    const { saves, responses } = openPage();
    const loads = [saves.load([pageAd]), saves.load([pageAd])];
    responses[1]?.([onLamps]);
    await loads[1];
    responses[0]?.([nowhere]);
    await loads[0];
    expect(saves.get(pageAd.key).state).toEqual(onLamps);
  });

  it('ignores a response to a request from before the save', async () => {
    const { saves, responses } = openPage();
    const load = saves.load([pageAd]);
    const save = saves.save(pageAd.key, request);
    responses[1]?.(onLamps);
    await save;
    responses[0]?.([nowhere]);
    await load;
    expect(saves.get(pageAd.key).state).toEqual(onLamps);
  });

  it.each([onLamps, { ...nowhere, waitsFor: 'Lamps' }])(
    'clears the problem once the ad is saved or queued, from any page',
    async (later) => {
      const { saves, responses, refusals } = openPage();
      const save = saves.save(pageAd.key, request);
      refusals[0]?.(new Error('No room.'));
      await save;
      for (const [state, problem] of [
        [nowhere, 'No room.'],
        [later, null],
      ] as const) {
        const load = saves.load([pageAd]);
        responses.at(-1)?.([state]);
        await load;
        expect(saves.get(pageAd.key)).toMatchObject({ state, problem });
      }
    },
  );

  it('keeps the problem of another board', async () => {
    const { saves, responses, refusals } = openPage();
    for (const step of ['load', 'save', 'load']) {
      const done = step === 'load' ? saves.load([pageAd]) : saves.save(pageAd.key, request);
      if (step === 'save') refusals.at(-1)?.(new Error('No room.'));
      else responses.at(-1)?.([onLamps]);
      await done;
    }
    expect(saves.get(pageAd.key)).toMatchObject({ state: onLamps, problem: 'No room.' });
  });
});
