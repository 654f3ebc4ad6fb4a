import { useMutation, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { BellPlus, Pencil, Plus, Trash2 } from 'lucide-react';
import { api, client } from '../../lib/api/client.ts';
import { changeResponse } from '../../lib/api/pendingChanges.ts';
import type { Rule } from '../../lib/api/types.ts';
import { formatAgo, formatTime } from '../../lib/format.ts';
import { optimistic, updateQuery } from '../../lib/optimistic.ts';
import { buttonClasses, IconButton } from '../../ui/Button.tsx';
import { Page } from '../../ui/Page.tsx';
import { type QueryState, QueryView } from '../../ui/QueryView.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { Tip } from '../../ui/Tip.tsx';
import { classes } from '../../ui/classes.ts';
import { Switch } from '../../ui/fields.tsx';
import { Empty, Loading, Skeleton } from '../../ui/states.tsx';
import { toastError } from '../../ui/toast.tsx';
import { deleteWithUndo } from '../../ui/undo.tsx';
import { Inbox } from './Inbox.tsx';
import { describeRule } from './sentence.ts';
import { alertsCopy } from './copy.ts';

const copy = alertsCopy.rules;

const route = getRouteApi('/shell/alerts');

export function AlertsPage() {
  const { tab } = route.useSearch();
  const navigate = route.useNavigate();
  const rules = useQuery(api.notifications.listRules.queryOptions());
  const count = rules.data?.length ?? 0;
  return (
    <Page
      title={alertsCopy.title}
      actions={
        <Link
          to="/alerts/rules/$ruleId"
          params={{ ruleId: 'new' }}
          className={buttonClasses(rules.data?.length === 0 && tab === 'rules' ? 'plain' : 'primary')}
        >
          <Plus size={16} aria-hidden /> {alertsCopy.newRule}
        </Link>
      }
      filters={
        <div className="flex">
          <Segmented
            label={alertsCopy.view}
            value={tab ?? 'inbox'}
            options={[
              { value: 'inbox', label: alertsCopy.inboxTab },
              { value: 'rules', label: alertsCopy.rulesTab(count) },
            ]}
            onChange={(selected) => void navigate({ search: selected === 'rules' ? { tab: 'rules' } : {} })}
          />
        </div>
      }
    >
      {tab === 'rules' ? <Rules rules={rules} /> : <Inbox />}
    </Page>
  );
}

function Rules({ rules }: { readonly rules: QueryState<Rule[]> }) {
  return (
    <QueryView
      query={rules}
      loading={
        <Loading label={copy.loading}>
          <Skeleton className="h-24" />
          <Skeleton className="h-24" />
        </Loading>
      }
      empty={
        <Empty
          icon={<BellPlus size={24} aria-hidden />}
          action={
            <Link to="/alerts/rules/$ruleId" params={{ ruleId: 'new' }} className={buttonClasses('primary')}>
              {copy.createFirst}
            </Link>
          }
        >
          {copy.empty}
        </Empty>
      }
    >
      {(list) => (
        <ul aria-label={copy.list} className="flex flex-col divide-y rounded-md border bg-card">
          {list.map((rule) => (
            <RuleRow key={rule.id} rule={rule} />
          ))}
        </ul>
      )}
    </QueryView>
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
        <p className="max-w-[720px]">{describeRule(rule)}</p>
        <p className="text-xs text-quiet">
          {!enabled && copy.paused}
          {lastFiredAt === null ? (
            copy.noMatches
          ) : (
            <Tip tip={copy.lastMatchTip(formatTime(lastFiredAt))}>
              {copy.lastMatch(formatAgo(lastFiredAt))}
            </Tip>
          )}
        </p>
      </div>
      <div className="flex shrink-0 items-center gap-2">
        <OnOff rule={rule} />
        <Link
          to="/alerts/rules/$ruleId"
          params={params}
          aria-label={copy.editRule(name)}
          title={copy.edit}
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

function OnOff({ rule: { id, name, enabled } }: { readonly rule: Rule }) {
  const change = useMutation({
    mutationFn: (isOn: boolean) => client.notifications.upsertRule.mutate({ id, enabled: isOn }),
    onMutate: optimistic((isOn: boolean) => [
      updateQuery(queryKey, (before) =>
        before?.map((one) => (one.id === id ? { ...one, enabled: isOn } : one)),
      ),
    ]),
    onError: toastError,
  });
  return (
    <Switch hideLabel label={copy.isOn(name)} checked={enabled} onChange={(isOn) => change.mutate(isOn)} />
  );
}

function DeleteRule({ id, name }: Pick<Rule, 'id' | 'name'>) {
  const remove = (): void =>
    deleteWithUndo({
      text: copy.deleted(name),
      changes: [
        changeResponse('notifications', 'listRules', (rules) => rules.filter((rule) => rule.id !== id)),
      ],
      send: () => client.notifications.deleteRule.mutate({ id }),
      invalidates: [api.notifications.listRules.pathFilter()],
    });
  return (
    <IconButton label={copy.deleteRule(name)} onClick={remove}>
      <Trash2 size={16} aria-hidden />
    </IconButton>
  );
}
