import type { SeenAd } from '../capture/index.ts';
import { sentenceOf } from '../picker/page.tsx';
import type { Progress } from '../picker/SaveButton.tsx';
import { type AdState, ask as askBackground } from '../saving/messages.ts';
import type { SaveRequest } from '../saving/queue.ts';

export interface Saves {
  readonly of: (key: string) => Progress;
  /** Asks which of them are saved. */
  readonly look: (seen: readonly SeenAd[]) => Promise<void>;
  readonly save: (key: string, request: SaveRequest) => Promise<void>;
  /** To the last board; false where a board, or the company's name, is to be asked for first. */
  readonly saveAtOnce: (seen: SeenAd) => Promise<boolean>;
}

const unknown: Progress = { state: undefined, isSaving: false, problem: null };

/** What is known of the ads of one page, by their keys. */
export function createSaves(onUpdate: (key: string) => void, ask = askBackground): Saves {
  const known = new Map<string, Progress>();
  /** By whom a state was asked for last: an older answer that comes later is none. */
  const asked = new Map<string, object>();
  const of = (key: string): Progress => known.get(key) ?? unknown;
  const update = (key: string, change: Partial<Progress>): void => {
    known.set(key, { ...of(key), ...change });
    onUpdate(key);
  };
  const tell = (key: string, state: AdState): void => update(key, afterTold(of(key), state));
  /** Tells on the ad's button what went wrong. */
  const attempt = async <Value>(key: string, work: () => Promise<Value>): Promise<Value | undefined> => {
    update(key, { isSaving: true, problem: null });
    try {
      return await work();
    } catch (error) {
      update(key, { problem: sentenceOf(error) });
      return undefined;
    } finally {
      update(key, { isSaving: false });
    }
  };
  const send = async (key: string, request: SaveRequest): Promise<void> => {
    const state = await ask('save', request);
    asked.set(key, {});
    if (state === null) await ask('openSettings', null);
    else tell(key, state);
  };
  return {
    of,
    look: async (seen) => {
      const ads = seen.map(({ ad: { platform, externalId, sourceUrl } }) => ({
        platform,
        externalId,
        sourceUrl,
      }));
      const turn = {};
      for (const { key } of seen) asked.set(key, turn);
      // Where it cannot be told now, the buttons offer to save, which saves nothing twice.
      const states = ads.length === 0 ? null : await ask('look', ads).catch(() => null);
      for (const [index, { key }] of seen.entries()) {
        const state = states?.[index];
        if (state !== undefined && asked.get(key) === turn) tell(key, state);
      }
    },
    save: async (key, request) => {
      await attempt(key, () => send(key, request));
    },
    saveAtOnce: async ({ key, ad, isNamed }) => {
      const isDone = await attempt(key, async () => {
        const last = await ask('last', null);
        if (last === null) await ask('openSettings', null);
        else if (last.board === null || !isNamed) return false;
        else await send(key, { ad, board: last.board, note: null });
        return true;
      });
      return isDone ?? true;
    },
  };
}

/** What the server could not be asked stays as it was. Where the ad is somewhere else now, what went wrong before is over. */
function afterTold(before: Progress, told: AdState): Partial<Progress> {
  const state = { ...told, boards: told.boards ?? before.state?.boards ?? null };
  return placesOf(state) === placesOf(before.state) ? { state } : { state, problem: null };
}

/** Where an ad is, or waits to be. */
function placesOf(state: AdState | undefined): string {
  return JSON.stringify([state?.boards?.map(({ id }) => id) ?? [], state?.waitsFor ?? null]);
}
