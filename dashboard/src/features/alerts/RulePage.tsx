import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { api } from '../../lib/api/client.ts';
import { buttonClasses } from '../../ui/Button.tsx';
import { Page } from '../../ui/Page.tsx';
import { QueryView } from '../../ui/QueryView.tsx';
import { Empty, Loading, Skeleton } from '../../ui/states.tsx';
import { ruleDraft, newDraft } from './draft.ts';
import { RuleEditor } from './RuleEditor.tsx';

const route = getRouteApi('/shell/alerts/rules/$ruleId');

export function RulePage() {
  const { ruleId } = route.useParams();
  if (ruleId === 'new') {
    return (
      <Page title="New rule">
        <RuleEditor key="new" id={undefined} initial={newDraft} />
      </Page>
    );
  }
  return (
    <Page title="Edit rule">
      <ExistingRule id={Number(ruleId)} />
    </Page>
  );
}

function ExistingRule({ id }: { readonly id: number }) {
  const rules = useQuery(api.notifications.listRules.queryOptions());
  return (
    <QueryView
      query={rules}
      loading={
        <Loading label="Loading rule">
          <Skeleton className="h-60" />
          <Skeleton className="h-80" />
        </Loading>
      }
    >
      {(list) => {
        const rule = list.find((one) => one.id === id);
        if (rule === undefined) return <UnknownRule />;
        return <RuleEditor key={id} id={id} initial={ruleDraft(rule)} />;
      }}
    </QueryView>
  );
}

function UnknownRule() {
  return (
    <Empty
      action={
        <Link to="/alerts" search={{ tab: 'rules' }} className={buttonClasses()}>
          View rules
        </Link>
      }
    >
      Rule not found. It may have been deleted.
    </Empty>
  );
}
