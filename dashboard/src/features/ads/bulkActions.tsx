import { MutationObserver } from '@tanstack/react-query';
import { savedAdQueries } from '../../lib/api/boards.ts';
import { client, queryClient } from '../../lib/api/client.ts';
import { describeError } from '../../lib/errors.ts';
import type { Board } from '../../lib/api/types.ts';
import { type BulkProgress, runBulk } from './bulk.ts';
import { createSharedValue } from '../../lib/store.ts';
import { toast } from '../../ui/toast.tsx';
import { Button } from '../../ui/Button.tsx';
import { uiCopy } from '../../ui/copy.ts';
import { releaseFocus } from '../../ui/focus.ts';
import { ProgressBar } from '../../ui/ProgressBar.tsx';
import { adsCopy } from './copy.ts';

const copy = adsCopy.bulk;

/** A bulk action on ads; it continues while the user visits other pages. */
interface BulkAction {
  readonly id: number;
  readonly title: string;
  readonly progress: BulkProgress;
  readonly cancel: () => void;
}

const running = createSharedValue<readonly BulkAction[]>([]);
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
      running.set([
        ...running.get().filter((one) => one.id !== id),
        { id, title, progress, cancel: () => cancelled.abort() },
      ]),
  });
  running.set(running.get().filter((one) => one.id !== id));
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

export function BulkActions() {
  // Small ones finish before anybody could read this.
  const shown = running.use().filter(({ progress }) => progress.total > 4 || progress.waitingSeconds > 0);
  return (
    <div className="pointer-events-none fixed inset-x-0 bottom-20 z-30 flex flex-col items-center gap-2 px-4 sm:bottom-4 sm:pl-20 lg:pl-60">
      {shown.map((action) => (
        <ActionBar key={action.id} action={action} />
      ))}
    </div>
  );
}

function ActionBar({ action: { title, progress, cancel } }: { readonly action: BulkAction }) {
  const { done, failed, total, waitingSeconds } = progress;
  return (
    <section
      ref={releaseFocus}
      aria-label={title}
      className="appear pointer-events-auto flex w-full max-w-xl items-center gap-4 rounded-md border bg-card py-2 pr-2 pl-4 shadow-float"
    >
      <div className="flex min-w-0 flex-1 flex-col gap-1.5">
        <p className="flex flex-wrap justify-between gap-x-4">
          <span className="min-w-0 truncate font-semibold">{title}</span>
          <span className="text-quiet">
            {waitingSeconds > 0 ? copy.retryingIn(waitingSeconds) : copy.progress(done + failed, total)}
          </span>
        </p>
        <ProgressBar label={title} value={done + failed} max={total} className="w-full" />
      </div>
      <Button onClick={cancel}>{uiCopy.cancel}</Button>
    </section>
  );
}
