import { useMutation, type UseQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { BellPlus, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { api, client, queryClient } from '../../api/client.ts';
import type { Rule } from '../../api/types.ts';
import { buttonClasses, IconButton } from '../../parts/Button.tsx';
import { classes } from '../../parts/classes.ts';
import { Confirm } from '../../parts/Confirm.tsx';
import { Switch } from '../../parts/fields.tsx';
import { Empty, Failure, Loading, Skeleton } from '../../parts/states.tsx';
import { Tip } from '../../parts/Tip.tsx';
import { tell, tellError } from '../../parts/toast.tsx';
import { formatAgo, formatTime } from '../../words/format.ts';
import { sayRule } from './sentence.ts';

export function Rules({ rules }: { readonly rules: UseQueryResult<Rule[], unknown> }) {
  if (rules.data === undefined) {
    if (rules.isError) return <Failure error={rules.error} onRetry={() => void rules.refetch()} />;
    return (
      <Loading label="Rules are loading">
        <Skeleton className="h-24" />
        <Skeleton className="h-24" />
      </Loading>
    );
  }
  if (rules.data.length === 0) return <NoRules />;
  return (
    <ul aria-label="Rules" className="flex flex-col divide-y rounded-md border bg-card">
      {rules.data.map((rule) => (
        <RuleRow key={rule.id} rule={rule} />
      ))}
    </ul>
  );
}

function NoRules() {
  return (
    <Empty
      icon={<BellPlus size={24} aria-hidden />}
      action={
        <Link to="/alerts/rules/$ruleId" params={{ ruleId: 'new' }} className={buttonClasses('primary')}>
          Write your first rule
        </Link>
      }
    >
      A rule is one sentence that says what you want to hear of, such as new ads of a competitor.
    </Empty>
  );
}

function RuleRow({ rule }: { readonly rule: Rule }) {
  const { id, name, enabled, lastFiredAt } = rule;
  const params = { ruleId: String(id) };
  return (
    <li className="flex items-start gap-x-6 gap-y-3 p-4 max-sm:flex-col">
      <div className={classes('flex min-w-0 flex-1 flex-col gap-1', !enabled && 'text-quiet')}>
        <Link to="/alerts/rules/$ruleId" params={params} className="self-start font-semibold hover:underline">
          {name}
        </Link>
        <p className="max-w-[720px]">{sayRule(rule)}</p>
        <p className="text-xs text-quiet">
          {!enabled && 'Off: it misses what comes meanwhile · '}
          {lastFiredAt === null ? (
            'Has not fired yet'
          ) : (
            <Tip tip={`It last found an ad ${formatTime(lastFiredAt)}.`}>
              Last fired {formatAgo(lastFiredAt)}
            </Tip>
          )}
        </p>
      </div>
      <div className="flex shrink-0 items-center gap-2">
        <OnOff rule={rule} />
        <Link
          to="/alerts/rules/$ruleId"
          params={params}
          aria-label={`Edit ${name}`}
          title="Edit"
          className={buttonClasses('quiet', 'ml-2 w-9 px-0!')}
        >
          <Pencil size={16} aria-hidden />
        </Link>
        <DeleteRule id={id} name={name} />
      </div>
    </li>
  );
}

const { queryKey } = api.notifications.listRules.queryOptions();

/** Switches at once, and back when that fails. */
function OnOff({ rule: { id, name, enabled } }: { readonly rule: Rule }) {
  const keep = (isOn: boolean): void => {
    queryClient.setQueryData(queryKey, (before) =>
      before?.map((one) => (one.id === id ? { ...one, enabled: isOn } : one)),
    );
  };
  const change = useMutation({
    mutationFn: (isOn: boolean) => client.notifications.upsertRule.mutate({ id, enabled: isOn }),
    onMutate: keep,
    onError: (error, isOn) => {
      keep(!isOn);
      tellError(error);
    },
  });
  return <Switch bare label={`${name} is on`} checked={enabled} onChange={(isOn) => change.mutate(isOn)} />;
}

function DeleteRule({ id, name }: Pick<Rule, 'id' | 'name'>) {
  const [isAsked, setIsAsked] = useState(false);
  return (
    <>
      <IconButton label={`Delete ${name}`} onClick={() => setIsAsked(true)}>
        <Trash2 size={16} aria-hidden />
      </IconButton>
      <Confirm
        open={isAsked}
        onOpenChange={setIsAsked}
        title="Delete this rule?"
        action="Delete it"
        onConfirm={async () => {
          await client.notifications.deleteRule.mutate({ id });
          await queryClient.invalidateQueries(api.notifications.listRules.pathFilter());
          tell('The rule is deleted.');
        }}
      >
        “{name}” tells you nothing any more. What it has told stays in the inbox.
      </Confirm>
    </>
  );
}
