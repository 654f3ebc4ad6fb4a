import { browser } from 'wxt/browser';
import type { Connection, ConnectOutcome } from './connection.ts';
import { Told } from './failure.ts';
import type { SaveBoard, SaveRequest, Waiting } from './queue.ts';
import type { BoardPlace, KnownAd } from './server.ts';

/** What the background knows of an ad on a page. */
export interface AdState {
  /** The boards that hold it; null when the server could not be asked. */
  readonly boards: readonly { readonly id: number; readonly name: string }[] | null;
  readonly note: string | null;
  /** The board that it waits for; the server does not have it yet. */
  readonly waitsFor: string | null;
  /** Why it could not be saved. */
  readonly problem: string | null;
}

/** Where somebody may save to. */
export interface BoardChoices {
  readonly boards: readonly BoardPlace[];
  /** New boards that wait to be made. */
  readonly newNames: readonly string[];
  /** The one that was saved to last. */
  readonly last: SaveBoard | null;
}

/** What pages may ask of the background: the input and the answer of each. */
interface Requests {
  /** Of up to as many ads as a page shows, in their order; null before a server is set up. */
  look: { asks: readonly KnownAd[]; answers: readonly AdState[] | null };
  boards: { asks: null; answers: BoardChoices | null };
  /** The board that was saved to last, without asking the server: one press saves there again. */
  last: { asks: null; answers: { readonly board: SaveBoard | null } | null };
  /** null: there is no server yet. */
  save: { asks: SaveRequest; answers: AdState | null };
  openSettings: { asks: null; answers: null };
  /** The browser is online again. */
  online: { asks: null; answers: null };
}

/** What only pages of the extension itself may ask. */
interface OwnRequests {
  waiting: { asks: null; answers: Waiting };
  sendNow: { asks: null; answers: Waiting };
  /** Sends once more what was refused. */
  retry: { asks: { readonly id: string }; answers: Waiting };
  remove: { asks: { readonly id: string }; answers: Waiting };
  connection: { asks: null; answers: Connection | null };
  connect: { asks: { readonly address: string; readonly key: string }; answers: ConnectOutcome };
  disconnect: { asks: null; answers: null };
}

const ownKinds: readonly string[] = [
  'waiting',
  'sendNow',
  'retry',
  'remove',
  'connection',
  'connect',
  'disconnect',
] satisfies (keyof OwnRequests)[];

type Everything = Requests & OwnRequests;
export type Answerers = {
  readonly [Kind in keyof Everything]: (
    asks: Everything[Kind]['asks'],
  ) => Promise<Everything[Kind]['answers']>;
};

interface Envelope {
  readonly kind: string;
  readonly asks: unknown;
}

type Reply = { readonly answers: unknown } | { readonly problem: string };

/** @throws Error with a sentence for the person. */
export async function ask<Kind extends keyof Everything>(
  kind: Kind,
  asks: Everything[Kind]['asks'],
): Promise<Everything[Kind]['answers']> {
  const reply = await sendToBackground({ kind, asks }, browser.runtime);
  if ('problem' in reply) throw new Error(reply.problem);
  return reply.answers as Everything[Kind]['answers'];
}

interface Runtime {
  /** Gone with the extension. */
  readonly id?: string;
  readonly sendMessage: (envelope: Envelope) => Promise<unknown>;
}

/** Browsers end a background also while it works. Whoever waits for it asks once more, and it starts again: nothing is saved twice. */
export async function sendToBackground(envelope: Envelope, runtime: Runtime): Promise<Reply> {
  for (let tries = 0; tries < 2 && runtime.id !== undefined; tries += 1) {
    try {
      return (await runtime.sendMessage(envelope)) as Reply;
    } catch {
      // Told below, unless it works the second time.
    }
  }
  return {
    problem:
      runtime.id === undefined
        ? 'Magpie’s extension was updated or removed: load this page again.'
        : 'This did not work. Try again.',
  };
}

export function answerPages(answerers: Answerers): void {
  const answer = async ({ kind, asks }: Envelope, isOwnPage: boolean): Promise<Reply> => {
    const isKnown = Object.hasOwn(answerers, kind);
    if (!isKnown || (!isOwnPage && ownKinds.includes(kind)))
      return { problem: 'This page cannot ask for that.' };
    try {
      const answerer = answerers[kind as keyof Everything] as (input: unknown) => Promise<unknown>;
      return { answers: await answerer(asks) };
    } catch (error) {
      return { problem: error instanceof Told ? error.message : 'This did not work. Try again.' };
    }
  };
  browser.runtime.onMessage.addListener((message: unknown, sender, reply) => {
    if (sender.id !== browser.runtime.id || !isEnvelope(message)) return false;
    const isOwnPage = sender.url?.startsWith(`${location.origin}/`) ?? false;
    void answer(message, isOwnPage).then(reply);
    // The answer comes later.
    return true;
  });
}

function isEnvelope(message: unknown): message is Envelope {
  return typeof message === 'object' && message !== null && 'kind' in message && 'asks' in message;
}

const changedMessage = 'magpie:changed';

/** Tells every open page that something was saved, waits or was refused; waits for none of them. */
export function tellPages(): void {
  void tellEach().catch(() => undefined);
}

async function tellEach(): Promise<void> {
  const tabs = await browser.tabs.query({});
  const ids = tabs.flatMap(({ id }) => (id === undefined ? [] : [id]));
  // Most pages have nobody who listens.
  await Promise.allSettled([
    browser.runtime.sendMessage(changedMessage),
    ...ids.map((id) => browser.tabs.sendMessage(id, changedMessage)),
  ]);
}

export function onChanged(listener: () => void): void {
  browser.runtime.onMessage.addListener((message: unknown) => {
    if (message === changedMessage) listener();
  });
}
