import { MutationObserver } from '@tanstack/react-query';
import { savedAdQueries } from '../../lib/api/boards.ts';
import { client, queryClient } from '../../lib/api/client.ts';
import { describeError } from '../../lib/errors.ts';
import type { Board } from '../../lib/api/types.ts';
import { runBulk } from './bulk.ts';
import { toast } from '../../ui/toast.tsx';
import { adsCopy } from './copy.ts';
import { runningActions } from './runningActions.ts';

const copy = adsCopy.bulk;

let lastId = 0;

interface Task<One> {
  readonly title: string;
  /** "saved to Hooks"; shown after the number of ads. Null if that is shown already. */
  readonly done: string | null;
  readonly act: (ad: One) => Promise<unknown>;
}

export function saveAds(
  ads: readonly { readonly hash: string }[],
  board: Pick<Board, 'id' | 'name'>,
): Promise<void> {
  return runAction(ads, {
    title: copy.saving(board.name),
    done: copy.saved(board.name),
    act: ({ hash }) => client.ads.addToBoard.mutate({ boardId: board.id, hash }),
  });
}

export function runAction<One>(ads: readonly One[], task: Task<One>): Promise<void> {
  return new MutationObserver(queryClient, {
    mutationFn: () => runTask(ads, task),
    meta: { invalidates: savedAdQueries },
  }).mutate();
}

export async function runTask<One>(ads: readonly One[], { title, done, act }: Task<One>): Promise<void> {
  lastId += 1;
  const id = lastId;
  const cancelled = new AbortController();
  const result = await runBulk(ads, act, {
    signal: cancelled.signal,
    onProgress: (progress) =>
      runningActions.set([
        ...runningActions.get().filter((one) => one.id !== id),
        { id, title, progress, cancel: () => cancelled.abort() },
      ]),
  });
  runningActions.set(runningActions.get().filter((one) => one.id !== id));
  const text = summary(result, done);
  if (text !== '') toast(text);
}

/** "3 ads saved to Hooks. 1 ad failed: …" */
function summary<One>(result: Awaited<ReturnType<typeof runBulk<One>>>, done: string | null): string {
  const sentences = done === null ? [] : [copy.finished(result.done.length, done)];
  const [first] = result.failed;
  if (first !== undefined) {
    sentences.push(copy.failed(result.failed.length, describeError(first.error)));
  }
  if (result.left.length > 0) sentences.push(copy.canceled(result.left.length));
  return sentences.join(' ');
}
