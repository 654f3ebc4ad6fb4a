import type { PageAd } from '../sites/types.ts';
import { getErrorText } from '../ui/page.tsx';
import type { SaveProgress } from '../ui/SaveButton.tsx';
import { type AdSaveState, callBackground } from '../background/messages.ts';
import type { SaveRequest } from '../background/queue.ts';

export type Saves = ReturnType<typeof createSaves>;

const unknown: SaveProgress = { state: undefined, isSaving: false, problem: null };

/** Progress of the ads on one page, by key. */
export function createSaves(onUpdate: (key: string) => void, call = callBackground) {
  const known = new Map<string, SaveProgress>();
  /** The latest request for each ad: responses of older ones are ignored. */
  const latest = new Map<string, object>();
  const get = (key: string): SaveProgress => known.get(key) ?? unknown;
  const update = (key: string, change: Partial<SaveProgress>): void => {
    known.set(key, { ...get(key), ...change });
    onUpdate(key);
  };
  const setState = (key: string, state: AdSaveState): void => update(key, withState(get(key), state));
  const attempt = async <Value>(key: string, work: () => Promise<Value>): Promise<Value | undefined> => {
    update(key, { isSaving: true, problem: null });
    try {
      return await work();
    } catch (error) {
      update(key, { problem: getErrorText(error) });
      return undefined;
    } finally {
      update(key, { isSaving: false });
    }
  };
  const send = async (key: string, request: SaveRequest): Promise<void> => {
    const state = await call('save', request);
    latest.set(key, {});
    if (state === null) await call('openSettings', null);
    else setState(key, state);
  };
  return {
    get,
    load: async (ads: readonly PageAd[]) => {
      const identities = ads.map(({ ad: { platform, library, externalId, sourceUrl } }) => ({
        platform,
        library,
        externalId,
        sourceUrl,
      }));
      const request = {};
      for (const { key } of ads) latest.set(key, request);
      // On failure the buttons offer to save, which is idempotent.
      const states = ads.length === 0 ? null : await call('adStates', identities).catch(() => null);
      for (const [index, { key }] of ads.entries()) {
        const state = states?.[index];
        if (state !== undefined && latest.get(key) === request) setState(key, state);
      }
    },
    save: (key: string, request: SaveRequest) => attempt(key, () => send(key, request)),
    /** Saves to the last board; false when the user must choose a board or enter the company first. */
    quickSave: async ({ key, ad, isNamed }: PageAd) => {
      const isDone = await attempt(key, async () => {
        const last = await call('lastBoard', null);
        if (last === null) await call('openSettings', null);
        else if (last.board === null || !isNamed) return false;
        else await send(key, { ad, board: last.board, note: null });
        return true;
      });
      return isDone ?? true;
    },
  };
}

/** Without boards from the server, the known ones stay. When the ad's boards change, an earlier problem is cleared. */
function withState(before: SaveProgress, update: AdSaveState): Partial<SaveProgress> {
  const state = { ...update, boards: update.boards ?? before.state?.boards ?? null };
  return locationKey(state) === locationKey(before.state) ? { state } : { state, problem: null };
}

/** The boards that contain the ad or are queued for it, as a comparable string. */
function locationKey(state: AdSaveState | undefined): string {
  return JSON.stringify([state?.boards?.map(({ id }) => id) ?? [], state?.waitsFor ?? null]);
}
