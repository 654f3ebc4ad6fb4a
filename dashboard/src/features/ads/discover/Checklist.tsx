import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CircleCheck, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useAccount } from '../../../lib/api/account.ts';
import { api } from '../../../lib/api/client.ts';
import type { ApiKey, Board, Rule } from '../../../lib/api/types.ts';
import { formatNumber } from '../../../lib/format.ts';
import { useStored, writeStored } from '../../../lib/hooks/useStored.ts';
import { IconButton } from '../../../ui/Button.tsx';
import { classes } from '../../../ui/classes.ts';
import { Skeleton } from '../../../ui/states.tsx';
import { adsCopy } from '../copy.ts';

const copy = adsCopy.firstSteps;

const pages: Partial<Record<Step, string>> = {
  follow: '/brands',
  alert: '/alerts/rules/new',
  key: '/settings/keys',
};
const steps = Object.keys(copy.steps) as readonly Step[];

/** The first steps. Hidden after it is dismissed, or on the next visit when all are done. */
export function Checklist() {
  const [isDismissed, setIsDismissed] = useStored('checklistPutAway', false);
  const [isDone] = useStored('checklistDone', false);
  // Stays visible when the last step is done now, so that the ads below do not move.
  const [wasDone] = useState(isDone);
  return isDismissed || wasDone ? null : <OpenChecklist onDismiss={() => setIsDismissed(true)} />;
}

function OpenChecklist({ onDismiss }: { readonly onDismiss: () => void }) {
  const done = useStepsDone();
  const isAllDone = done !== undefined && Object.values(done).every(Boolean);
  useEffect(() => {
    if (isAllDone) writeStored('checklistDone', true);
  }, [isAllDone]);
  // The skeleton reserves the space, so that the ads below do not move.
  if (done === undefined) return <Skeleton className="h-72 sm:h-46 md:h-36 xl:h-26" />;
  const count = Object.values(done).filter(Boolean).length;
  return (
    <section aria-label={copy.title} className="flex flex-col gap-3 rounded-md border bg-card p-4">
      <div className="flex items-center justify-between gap-4">
        <h2 className="font-semibold">
          {copy.title} <span className="font-normal text-quiet">{copy.progress(count, steps.length)}</span>
        </h2>
        <IconButton label={copy.dismiss} className="-my-2 -mr-2" onClick={onDismiss}>
          <X size={16} aria-hidden />
        </IconButton>
      </div>
      <ol className="grid grid-cols-1 gap-2 sm:grid-cols-2 md:grid-cols-3 xl:grid-cols-5">
        {steps.map((step) => (
          <StepRow key={step} step={step} isDone={done[step]} />
        ))}
      </ol>
    </section>
  );
}

function StepRow({ step, isDone }: { readonly step: Step; readonly isDone: boolean }) {
  const { title, hint } = copy.steps[step];
  const page = pages[step];
  return (
    <li className="flex items-start gap-2">
      {isDone ? (
        <CircleCheck size={20} className="shrink-0 text-good" aria-hidden />
      ) : (
        <span
          aria-hidden
          className="flex size-5 shrink-0 items-center justify-center rounded-full border text-xs text-quiet"
        >
          {formatNumber(steps.indexOf(step) + 1)}
        </span>
      )}
      <div className="min-w-0">
        {page === undefined || isDone ? (
          <span className={classes(isDone && 'text-quiet')}>{title}</span>
        ) : (
          <Link
            to={page}
            className="inline-block font-semibold text-accent hover:underline max-sm:min-h-6 pointer-coarse:min-h-6"
          >
            {title}
          </Link>
        )}
        <span className="block text-xs text-quiet">{isDone ? copy.done : hint}</span>
      </div>
    </li>
  );
}

/** Undefined until everything is loaded, or if something fails to load. */
function useStepsDone() {
  const { isOwner } = useAccount();
  const [hasSearched] = useStored('hasSearched', false);
  const boards = useQuery(api.boards.list.queryOptions()).data;
  const followed = useQuery(api.companies.listFollowed.queryOptions()).data;
  const rules = useQuery(api.notifications.listRules.queryOptions()).data;
  const keys = useQuery(api.apiKeys.list.queryOptions()).data;
  if (!boards || !followed || !rules || !keys) return undefined;
  return stepsDone({ hasSearched, boards, followed, rules, keys, isOwner });
}

interface State {
  readonly hasSearched: boolean;
  readonly boards: readonly Pick<Board, 'adCount'>[];
  readonly followed: readonly unknown[];
  readonly rules: readonly Rule[];
  readonly keys: readonly Pick<ApiKey, 'revokedAt'>[];
  /** The owner gets a key at the first start. */
  readonly isOwner: boolean;
}

type Step = keyof typeof copy.steps;

export function stepsDone(state: State): Readonly<Record<Step, boolean>> {
  return {
    search: state.hasSearched,
    save: state.boards.some(({ adCount }) => adCount > 0),
    follow: state.followed.length > 0,
    alert: state.rules.some((rule) => !isCreatedByFollowing(rule)),
    key: state.keys.length > (state.isOwner ? 1 : 0),
  };
}

/** The first follow creates this rule. Once it is changed, it counts as the user's own. */
function isCreatedByFollowing(rule: Rule): boolean {
  const [channel, ...others] = rule.channels;
  return (
    rule.event === 'new_ads' &&
    rule.companyNames === 'FOLLOWED' &&
    rule.frequency === 'instant' &&
    rule.keywords.length + rule.platforms.length + others.length === 0 &&
    channel?.type === 'inbox'
  );
}
