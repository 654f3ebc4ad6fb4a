import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { api } from '../../api/client.ts';
import { buttonClasses } from '../../parts/Button.tsx';
import { Page } from '../../parts/Page.tsx';
import { Empty, Failure, Loading, Skeleton } from '../../parts/states.tsx';
import { draftOf, newDraft } from './draft.ts';
import { RuleEditor } from './RuleEditor.tsx';

const route = getRouteApi('/frame/alerts/rules/$ruleId');

/** A rule as a sentence, and what it would have found. */
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
      <KnownRule id={Number(ruleId)} />
    </Page>
  );
}

function KnownRule({ id }: { readonly id: number }) {
  const rules = useQuery(api.notifications.listRules.queryOptions());
  const rule = rules.data?.find((one) => one.id === id);
  if (rule !== undefined) return <RuleEditor key={id} id={id} initial={draftOf(rule)} />;
  if (rules.isError) return <Failure error={rules.error} onRetry={() => void rules.refetch()} />;
  if (rules.isPending) {
    return (
      <Loading label="The rule is loading">
        <Skeleton className="h-60" />
        <Skeleton className="h-80" />
      </Loading>
    );
  }
  return (
    <Empty
      action={
        <Link to="/alerts" search={{ tab: 'rules' }} className={buttonClasses()}>
          See your rules
        </Link>
      }
    >
      There is no rule of yours at this address. It may have been deleted.
    </Empty>
  );
}
