import { textLimits } from '@magpie/contract/limits';
import { useMutation, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { api, client } from '../../lib/api/client.ts';
import { getIssues } from '../../lib/errors.ts';
import { Button, buttonClasses } from '../../ui/Button.tsx';
import { Page } from '../../ui/Page.tsx';
import { QueryView } from '../../ui/QueryView.tsx';
import { TextField } from '../../ui/fields.tsx';
import { Empty, ErrorLine, Loading, Skeleton } from '../../ui/states.tsx';
import { toast } from '../../ui/toast.tsx';
import { BackTest } from './BackTest.tsx';
import { Sentence } from './Sentence.tsx';
import { prefilledDraft, ruleDraft, type RuleDraft, saveInput } from './draft.ts';
import { describeIssue, suggestName } from './sentence.ts';
import { alertsCopy } from './copy.ts';
import type { RuleSearch } from './search.ts';
import { adsCopy } from '../ads/copy.ts';
import { uiCopy } from '../../ui/copy.ts';

const copy = alertsCopy.editor;

const route = getRouteApi('/shell/alerts/rules/$ruleId');

export function RulePage() {
  const { ruleId } = route.useParams();
  const search = route.useSearch();
  const isNew = ruleId === 'new';
  const rules = useQuery({ ...api.notifications.listRules.queryOptions(), enabled: !isNew });
  if (isNew)
    return (
      <Page title={copy.newTitle}>
        <LeftOut filters={search.leftOut} />
        <RuleEditor key="new" id={undefined} initial={prefilledDraft(search)} />
      </Page>
    );
  return (
    <Page title={copy.editTitle}>
      <QueryView
        query={rules}
        loading={
          <Loading label={copy.loading}>
            <Skeleton className="h-60" />
            <Skeleton className="h-80" />
          </Loading>
        }
      >
        {(list) => {
          const rule = list.find(({ id }) => id === Number(ruleId));
          if (rule !== undefined) return <RuleEditor key={rule.id} id={rule.id} initial={ruleDraft(rule)} />;
          return (
            <Empty
              action={
                <Link to="/alerts" search={{ tab: 'rules' }} className={buttonClasses()}>
                  {alertsCopy.viewRules}
                </Link>
              }
            >
              {copy.notFound}
            </Empty>
          );
        }}
      </QueryView>
    </Page>
  );
}

const and = new Intl.ListFormat('en', { type: 'conjunction' });

/** The filters of the search before this page that the rule does not have. */
function LeftOut({ filters }: { readonly filters: RuleSearch['leftOut'] }) {
  if (filters === undefined) return null;
  return (
    <p role="note" className="rounded-md bg-warn-soft px-4 py-3">
      {copy.leftOut(and.format(filters.map((filter) => adsCopy.filters.names[filter])))}
    </p>
  );
}

interface RuleEditorProps {
  readonly id: number | undefined;
  readonly initial: RuleDraft;
}

function RuleEditor({ id, initial }: RuleEditorProps) {
  const [draft, setDraft] = useState(initial);
  const save = useSaveRule(id);
  const issues = getIssues(save.error);
  const suggested = suggestName(draft);
  const change = (changed: Partial<RuleDraft>): void => setDraft((before) => ({ ...before, ...changed }));
  return (
    <>
      <form
        aria-label={copy.form}
        className="flex flex-col gap-6 rounded-md border bg-card p-4"
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate(saveInput(draft, suggested));
        }}
      >
        <Sentence draft={draft} issues={issues} onChange={change} />
        <NoFollowedBrands draft={draft} />
        <div className="flex flex-wrap items-end gap-x-4 gap-y-3 border-t pt-4">
          <TextField
            label={copy.name}
            className="w-full max-w-md"
            maxLength={textLimits.name}
            placeholder={suggested}
            value={draft.name}
            onChange={({ target }) => change({ name: target.value })}
          />
          <div className="ml-auto flex gap-2">
            <Link to="/alerts" search={{ tab: 'rules' }} className={buttonClasses()}>
              {uiCopy.cancel}
            </Link>
            <Button type="submit" variant="primary" busy={save.isPending}>
              {copy.save}
            </Button>
          </div>
        </div>
        {issues.length === 0 ? (
          <ErrorLine error={save.error} />
        ) : (
          <div role="alert" className="flex flex-col gap-1 text-bad">
            {issues.map((issue) => (
              <p key={issue.path}>{describeIssue(issue)}</p>
            ))}
          </div>
        )}
      </form>
      <BackTest draft={draft} />
    </>
  );
}

function useSaveRule(id: number | undefined) {
  const navigate = useNavigate();
  return useMutation({
    mutationFn: (input: ReturnType<typeof saveInput>) =>
      client.notifications.upsertRule.mutate({ ...input, ...(id !== undefined && { id }) }),
    onSuccess: async ({ name }) => {
      toast(copy.saved(name));
      await navigate({ to: '/alerts', search: { tab: 'rules' } });
    },
    meta: { invalidates: [api.notifications.listRules.pathFilter()] },
  });
}

/** A rule about followed brands never matches without any. */
function NoFollowedBrands({ draft }: { readonly draft: RuleDraft }) {
  const followed = useQuery(api.companies.listFollowed.queryOptions());
  if (draft.companyNames !== 'FOLLOWED' || followed.data?.length !== 0) return null;
  return (
    <p className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-md bg-warn-soft px-4 py-3">
      <span className="flex-1">{copy.noFollowedBrands}</span>
      <Link to="/brands" className={buttonClasses()}>
        {copy.findBrands}
      </Link>
    </p>
  );
}
