import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { api } from '../../lib/api/client.ts';
import { buttonClasses } from '../../ui/Button.tsx';
import { Page } from '../../ui/Page.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { Inbox } from './Inbox.tsx';
import { Rules } from './Rules.tsx';

const route = getRouteApi('/shell/alerts');

export function AlertsPage() {
  const { tab } = route.useSearch();
  const navigate = route.useNavigate();
  const rules = useQuery(api.notifications.listRules.queryOptions());
  const count = rules.data?.length ?? 0;
  return (
    <Page
      title="Alerts"
      actions={
        <Link
          to="/alerts/rules/$ruleId"
          params={{ ruleId: 'new' }}
          className={buttonClasses(rules.data?.length === 0 && tab === 'rules' ? 'plain' : 'primary')}
        >
          <Plus size={16} aria-hidden /> New rule
        </Link>
      }
      filters={
        <div className="flex">
          <Segmented
            label="View"
            value={tab ?? 'inbox'}
            options={[
              { value: 'inbox', label: 'Inbox' },
              { value: 'rules', label: count === 0 ? 'Rules' : `Rules (${count})` },
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
