import { browser } from 'wxt/browser';
import type { ServerConnection, ConnectOutcome } from './connection.ts';
import type { SaveBoard, SaveRequest, StoredQueue } from './queue.ts';
import type { BoardPlace, AdIdentity } from './server.ts';
import { UserFacingError } from './userFacingError.ts';

export interface AdSaveState {
  /** The boards that contain it; null when the server could not be reached. */
  readonly boards: readonly { readonly id: number; readonly name: string }[] | null;
  readonly note: string | null;
  /** The board that it is queued for; not on the server yet. */
  readonly waitsFor: string | null;
  readonly problem: string | null;
}

export interface BoardChoices {
  readonly boards: readonly BoardPlace[];
  /** New boards that are queued and not created yet. */
  readonly newNames: readonly string[];
  readonly last: SaveBoard | null;
}

/** Messages from any page to the background. */
interface Requests {
  /** In the order of the ads; null before a server is connected. */
  adStates: { input: readonly AdIdentity[]; output: readonly AdSaveState[] | null };
  boards: { input: null; output: BoardChoices | null };
  /** The board of the last save, from local storage, so that one click saves there again. */
  lastBoard: { input: null; output: { readonly board: SaveBoard | null } | null };
  /** null before a server is connected. */
  save: { input: SaveRequest; output: AdSaveState | null };
  openSettings: { input: null; output: null };
  online: { input: null; output: null };
}

/** Messages that only the extension's own pages may send. */
interface OwnRequests {
  queueState: { input: null; output: StoredQueue };
  sendNow: { input: null; output: StoredQueue };
  retry: { input: { readonly id: string }; output: StoredQueue };
  remove: { input: { readonly id: string }; output: StoredQueue };
  connection: { input: null; output: ServerConnection | null };
  connect: { input: { readonly address: string; readonly key: string }; output: ConnectOutcome };
  disconnect: { input: null; output: null };
}

const ownKinds: readonly string[] = [
  'queueState',
  'sendNow',
  'retry',
  'remove',
  'connection',
  'connect',
  'disconnect',
] satisfies (keyof OwnRequests)[];

type AllRequests = Requests & OwnRequests;
export type MessageHandlers = {
  readonly [Kind in keyof AllRequests]: (
    input: AllRequests[Kind]['input'],
  ) => Promise<AllRequests[Kind]['output']>;
};

interface Envelope {
  readonly kind: string;
  readonly input: unknown;
}

type Reply = { readonly output: unknown } | { readonly problem: string };

/** @throws Error with a message for the user */
export async function callBackground<Kind extends keyof AllRequests>(
  kind: Kind,
  input: AllRequests[Kind]['input'],
): Promise<AllRequests[Kind]['output']> {
  const reply = await sendToBackground({ kind, input }, browser.runtime);
  if ('problem' in reply) throw new Error(reply.problem);
  return reply.output as AllRequests[Kind]['output'];
}

interface Runtime {
  /** Undefined once the extension is removed or updated. */
  readonly id?: string;
  readonly sendMessage: (envelope: Envelope) => Promise<unknown>;
}

/** Browsers may stop the background in the middle of a call. Sending once more restarts it; saves are idempotent. */
export async function sendToBackground(envelope: Envelope, runtime: Runtime): Promise<Reply> {
  for (let tries = 0; tries < 2 && runtime.id !== undefined; tries += 1) {
    try {
      return (await runtime.sendMessage(envelope)) as Reply;
    } catch {
      // Retried once, then reported below.
    }
  }
  return {
    problem:
      runtime.id === undefined
        ? 'The Magpie extension was updated or removed. Reload this page.'
        : 'Something went wrong. Try again.',
  };
}

export function handleMessages(handlers: MessageHandlers): void {
  const handle = async ({ kind, input }: Envelope, isOwnPage: boolean): Promise<Reply> => {
    const isKnown = Object.hasOwn(handlers, kind);
    if (!isKnown || (!isOwnPage && ownKinds.includes(kind)))
      return { problem: 'This page may not send that request.' };
    try {
      const handler = handlers[kind as keyof AllRequests] as (input: unknown) => Promise<unknown>;
      return { output: await handler(input) };
    } catch (error) {
      return {
        problem: error instanceof UserFacingError ? error.message : 'Something went wrong. Try again.',
      };
    }
  };
  browser.runtime.onMessage.addListener((message: unknown, sender, reply) => {
    if (sender.id !== browser.runtime.id || !isEnvelope(message)) return false;
    const isOwnPage = sender.url?.startsWith(`${location.origin}/`) ?? false;
    void handle(message, isOwnPage).then(reply);
    // Keeps the channel open: the reply is asynchronous.
    return true;
  });
}

function isEnvelope(message: unknown): message is Envelope {
  return typeof message === 'object' && message !== null && 'kind' in message && 'input' in message;
}

const changedMessage = 'magpie:changed';

/** Notifies every open page that a save was sent, queued or refused; does not wait for them. */
export function notifyPages(): void {
  void broadcastChange().catch(() => undefined);
}

async function broadcastChange(): Promise<void> {
  const tabs = await browser.tabs.query({});
  const ids = tabs.flatMap(({ id }) => (id === undefined ? [] : [id]));
  // Most pages have no listener.
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
