import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CircleCheck, X } from 'lucide-react';
import { useEffect } from 'react';
import { useAccount } from '../../../lib/api/account.ts';
import { api } from '../../../lib/api/client.ts';
import type { Board, Rule } from '../../../lib/api/types.ts';
import { useStored, writeStored } from '../../../lib/hooks/useStored.ts';
import { IconButton } from '../../../ui/Button.tsx';
import { classes } from '../../../ui/classes.ts';
import { Skeleton } from '../../../ui/states.tsx';
import { adsCopy } from '../copy.ts';

const copy = adsCopy.firstSteps;

const pages: Partial<Record<Step, string>> = {
  follow: '/brands',
  alert: '/alerts/rules/new',
  add: '/add-brand',
};

/** The first steps in one line, until they are dismissed or done. */
export function Checklist() {
  const [isDismissed, setIsDismissed] = useStored('checklistPutAway', false);
  const [isDone] = useStored('checklistDone', false);
  return isDismissed || isDone ? null : <OpenChecklist onDismiss={() => setIsDismissed(true)} />;
}

function OpenChecklist({ onDismiss }: { readonly onDismiss: () => void }) {
  const done = useStepsDone();
  const isAllDone = done !== undefined && Object.values(done).every(Boolean);
  useEffect(() => {
    if (isAllDone) writeStored('checklistDone', true);
  }, [isAllDone]);
  // The skeleton reserves the space, so that the ads below do not move.
  if (done === undefined) return <Skeleton className="h-9" />;
  const steps = Object.keys(done) as readonly Step[];
  const count = Object.values(done).filter(Boolean).length;
  return (
    <section
      aria-label={copy.title}
      className="flex h-9 items-center gap-3 rounded-md border bg-card pl-3 text-xs whitespace-nowrap"
    >
      <h2 className="shrink-0 font-semibold">
        {copy.title} <span className="font-normal text-quiet">{copy.progress(count, steps.length)}</span>
      </h2>
      <ol className="relative flex min-w-0 flex-1 items-center gap-4 overflow-hidden">
        {steps
          .toSorted((one, other) => Number(done[one]) - Number(done[other]))
          .map((step) => (
            <StepItem key={step} step={step} isDone={done[step] === true} />
          ))}
      </ol>
      <IconButton label={copy.dismiss} className="size-8!" onClick={onDismiss}>
        <X size={16} aria-hidden />
      </IconButton>
    </section>
  );
}

/** Open steps are first, since a narrow screen shows only some. */
function StepItem({ step, isDone }: { readonly step: Step; readonly isDone: boolean }) {
  const page = pages[step];
  const title = copy.steps[step];
  return (
    <li className={classes('flex h-8 shrink-0 items-center gap-1', isDone && 'text-quiet')}>
      {isDone ? (
        <CircleCheck size={16} className="text-good" aria-hidden />
      ) : (
        <span aria-hidden className="size-3.5 rounded-full border border-line-strong" />
      )}
      {page === undefined || isDone ? (
        <span>{title}</span>
      ) : (
        <Link to={page} className="text-accent hover:underline focus-visible:-outline-offset-2">
          {title}
        </Link>
      )}
      {isDone && <span className="sr-only">{copy.done}</span>}
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
  const sources = useQuery({ ...api.sources.list.queryOptions(), enabled: isOwner }).data;
  if (!boards || !followed || !rules || (isOwner && !sources)) return undefined;
  return stepsDone({ hasSearched, boards, followed, rules, sources: isOwner ? (sources ?? []) : null });
}

interface State {
  readonly hasSearched: boolean;
  readonly boards: readonly Pick<Board, 'adCount'>[];
  readonly followed: readonly unknown[];
  readonly rules: readonly Rule[];
  /** Null for members, who cannot add any. */
  readonly sources: readonly unknown[] | null;
}

type Step = keyof typeof copy.steps;

export function stepsDone(state: State): Readonly<Partial<Record<Step, boolean>>> {
  return {
    search: state.hasSearched,
    save: state.boards.some(({ adCount }) => adCount > 0),
    follow: state.followed.length > 0,
    alert: state.rules.some((rule) => !isCreatedByFollowing(rule)),
    ...(state.sources !== null && { add: state.sources.length > 0 }),
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
