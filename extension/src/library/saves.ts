import type { SeenAd } from '../capture/index.ts';
import { type AdState, ask } from '../saving/messages.ts';
import type { SaveRequest } from '../saving/queue.ts';

/** How far an ad of this page is with being saved. */
export interface Progress {
  /** Undefined until the background has told. */
  readonly state: AdState | undefined;
  readonly isSaving: boolean;
  /** What went wrong here and now. */
  readonly problem: string | null;
}

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
export function createSaves(onUpdate: (key: string) => void): Saves {
  const known = new Map<string, Progress>();
  const of = (key: string): Progress => known.get(key) ?? unknown;
  const update = (key: string, change: Partial<Progress>): void => {
    known.set(key, { ...of(key), ...change });
    onUpdate(key);
  };
  /** Tells on the ad's button what went wrong. */
  const attempt = async <Value>(key: string, work: () => Promise<Value>): Promise<Value | undefined> => {
    update(key, { isSaving: true, problem: null });
    try {
      return await work();
    } catch (error) {
      update(key, { problem: error instanceof Error ? error.message : String(error) });
      return undefined;
    } finally {
      update(key, { isSaving: false });
    }
  };
  const send = async (key: string, request: SaveRequest): Promise<void> => {
    const state = await ask('save', request);
    if (state === null) await ask('openSettings', null);
    else update(key, { state });
  };
  return {
    of,
    look: async (seen) => {
      const ads = seen.map(({ ad: { platform, externalId, sourceUrl } }) => ({
        platform,
        externalId,
        sourceUrl,
      }));
      // Where it cannot be told now, the buttons offer to save, which saves nothing twice.
      const states = ads.length === 0 ? null : await ask('look', ads).catch(() => null);
      for (const [index, { key }] of seen.entries()) update(key, { state: states?.[index] });
    },
    save: async (key, request) => {
      await attempt(key, () => send(key, request));
    },
    saveAtOnce: async ({ key, ad, isNamed }) => {
      const isDone = await attempt(key, async () => {
        const choices = await ask('boards', null);
        if (choices === null) await ask('openSettings', null);
        else if (choices.last === null || !isNamed) return false;
        else await send(key, { ad, board: choices.last, note: null });
        return true;
      });
      return isDone ?? true;
    },
  };
}
