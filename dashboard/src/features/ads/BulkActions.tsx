import { Button } from '../../ui/Button.tsx';
import { uiCopy } from '../../ui/copy.ts';
import { releaseFocus } from '../../ui/focus.ts';
import { ProgressBar } from '../../ui/ProgressBar.tsx';
import { adsCopy } from './copy.ts';
import { type BulkAction, runningActions } from './runningActions.ts';

const copy = adsCopy.bulk;

export function BulkActions() {
  // Small ones finish before anybody could read this.
  const shown = runningActions
    .use()
    .filter(({ progress }) => progress.total > 4 || progress.waitingSeconds > 0);
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
