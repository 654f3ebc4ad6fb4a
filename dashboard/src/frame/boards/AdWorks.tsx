import { Button } from '../../parts/Button.tsx';
import { ProgressBar } from '../../parts/ProgressBar.tsx';
import { leaveFocus } from '../../parts/takeFocus.ts';
import { formatNumber } from '../../words/format.ts';
import { type AdWork, useAdWorks } from './adWork.ts';

/** What is being done to many ads: how far it is, what it waits for, and a way to stop it. */
export function AdWorks() {
  // So few are done before anybody could read it.
  const shown = useAdWorks().filter(({ progress }) => progress.total > 4 || progress.waitingSeconds > 0);
  return (
    <div className="pointer-events-none fixed inset-x-0 bottom-20 z-30 flex flex-col items-center gap-2 px-4 sm:bottom-4 sm:pl-20 lg:pl-60">
      {shown.map((work) => (
        <WorkBar key={work.id} work={work} />
      ))}
    </div>
  );
}

function WorkBar({ work: { title, progress, cancel } }: { readonly work: AdWork }) {
  const { done, failed, total, waitingSeconds } = progress;
  return (
    <section
      ref={leaveFocus}
      aria-label={title}
      className="appear pointer-events-auto flex w-full max-w-xl items-center gap-4 rounded-md border bg-card py-2 pr-2 pl-4 shadow-float"
    >
      <div className="flex min-w-0 flex-1 flex-col gap-1.5">
        <p className="flex flex-wrap justify-between gap-x-4">
          <span className="min-w-0 truncate font-semibold">{title}</span>
          <span className="text-quiet">
            {waitingSeconds > 0
              ? `Waits ${waitingSeconds} s, as the server asks`
              : `${formatNumber(done + failed)} of ${formatNumber(total)}`}
          </span>
        </p>
        <ProgressBar label={title} value={done + failed} max={total} className="w-full" />
      </div>
      <Button onClick={cancel}>Cancel</Button>
    </section>
  );
}
