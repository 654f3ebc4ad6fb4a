import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useBoards } from '../../lib/api/boards.ts';
import { api, client } from '../../lib/api/client.ts';
import { changeResponse } from '../../lib/api/pendingChanges.ts';
import { parseKey } from '../../lib/searchParams.ts';
import { Button, IconButton } from '../../ui/Button.tsx';
import { ConfirmButton } from '../../ui/Confirm.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { Page, Section } from '../../ui/Page.tsx';
import { Popover } from '../../ui/Popover.tsx';
import { QueryView } from '../../ui/QueryView.tsx';
import { Switch } from '../../ui/fields.tsx';
import { SelectMenu } from '../../ui/SelectMenu.tsx';
import { Empty, Loading, Skeleton } from '../../ui/states.tsx';
import { toastError } from '../../ui/toast.tsx';
import { deleteWithUndo } from '../../ui/undo.tsx';
import { BrandCombobox } from '../ads/BrandCombobox.tsx';
import { reportsCopy } from './copy.ts';
import type { ReportSearch, Subscription } from './search.ts';

const copy = reportsCopy.list;

const meta = { invalidates: [api.reports.list.pathFilter()] };

export function ReportsPage() {
  const query = useQuery(api.reports.list.queryOptions());
  return (
    <Page title={reportsCopy.title} about={reportsCopy.about} narrow>
      <Section title={copy.title}>
        <QueryView
          query={query}
          loading={
            <Loading label={copy.loading}>
              <Skeleton className="h-24" />
            </Loading>
          }
          isEmpty={(subscriptions) => subscriptions.length === 0}
          empty={<Empty>{copy.empty}</Empty>}
        >
          {(subscriptions) => (
            <ul className="flex flex-col divide-y">
              {subscriptions.map((each) => (
                <SubscriptionRow key={each.id} subscription={each} />
              ))}
            </ul>
          )}
        </QueryView>
        <AddReport subscriptions={query.data ?? []} />
      </Section>
      <Shares />
    </Page>
  );
}

function toSearch({ companyName, boardId }: Subscription): ReportSearch {
  return boardId === null ? { name: companyName ?? '' } : { boardId };
}

function SubscriptionRow({ subscription }: { readonly subscription: Subscription }) {
  const { id, title, weekday, byMail, boardId, nextMailAt } = subscription;
  const update = useMutation(api.reports.update.mutationOptions({ meta, onError: toastError }));
  const remove = (): void =>
    deleteWithUndo({
      text: copy.removed(title),
      changes: [changeResponse('reports', 'list', (list) => list.filter((one) => one.id !== id))],
      send: () => client.reports.delete.mutate({ id }),
      invalidates: meta.invalidates,
    });
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-2">
      <div className="min-w-40 flex-1">
        <Link
          to="/reports/view"
          search={toSearch(subscription)}
          aria-label={copy.open(title)}
          className="font-semibold hover:underline"
        >
          {title}
        </Link>
        <p className="text-xs text-quiet">
          {boardId === null ? copy.brand : copy.board} ·{' '}
          {nextMailAt === null ? copy.noMail : copy.next(nextMailAt)}
        </p>
      </div>
      <SelectMenu
        label={copy.weekday(title)}
        value={weekday}
        options={Object.entries(copy.weekdays)}
        onChange={(value) => update.mutate({ id, weekday: parseKey(copy.weekdays, value) })}
      />
      <span aria-hidden className="text-xs text-quiet">
        {copy.byMail}
      </span>
      <Switch
        hideLabel
        label={copy.byMailOf(title)}
        checked={byMail}
        onChange={(checked) => update.mutate({ id, byMail: checked })}
      />
      <IconButton label={copy.remove(title)} onClick={remove}>
        <Trash2 size={16} aria-hidden />
      </IconButton>
    </li>
  );
}

function AddReport({ subscriptions }: { readonly subscriptions: readonly Subscription[] }) {
  const [isOpen, setOpen] = useState(false);
  const { boards } = useBoards();
  const followed = useQuery(api.companies.listFollowed.queryOptions());
  const create = useMutation(api.reports.create.mutationOptions({ meta, onError: toastError }));
  const known = new Set(subscriptions.map(({ boardId }) => boardId));
  const others = boards.filter(({ id }) => !known.has(id));
  return (
    <div className="flex flex-wrap gap-2">
      <Popover
        label={copy.add}
        open={isOpen}
        onOpenChange={setOpen}
        className="w-80"
        trigger={
          <Button variant="primary">
            <Plus size={16} aria-hidden /> {copy.add}
          </Button>
        }
      >
        <BrandCombobox
          label={copy.addBrand}
          placeholder={copy.addBrandPlaceholder}
          selected={subscriptions.flatMap(({ companyName }) => companyName ?? [])}
          suggestions={followed.data?.map(({ companyName: name, brandLogo, adCount }) => ({
            name,
            brandLogo,
            adCount,
          }))}
          onPick={(companyName) => {
            setOpen(false);
            create.mutate({ companyName });
          }}
        />
        {others.length > 0 && (
          <div className="flex flex-col gap-1 border-t pt-3">
            <h3 className="text-xs text-quiet">{copy.boards}</h3>
            <ul className="flex max-h-48 flex-col overflow-y-auto">
              {others.map(({ id, name }) => (
                <li key={id}>
                  <Button
                    variant="quiet"
                    className="w-full justify-start!"
                    onClick={() => {
                      setOpen(false);
                      create.mutate({ boardId: id });
                    }}
                  >
                    <span className="truncate">{name}</span>
                  </Button>
                </li>
              ))}
            </ul>
          </div>
        )}
      </Popover>
    </div>
  );
}

function Shares() {
  const { shares } = reportsCopy;
  const query = useQuery(api.reports.listShares.queryOptions());
  const revoke = useMutation(
    api.reports.unshare.mutationOptions({
      meta: { invalidates: [api.reports.listShares.pathFilter()] },
    }),
  );
  return (
    <Section title={shares.title} about={shares.about}>
      <QueryView
        query={query}
        loading={
          <Loading label={shares.loading}>
            <Skeleton className="h-12" />
          </Loading>
        }
        isEmpty={(links) => links.length === 0}
        empty={<p className="text-quiet">{shares.empty}</p>}
      >
        {(links) => (
          <ul className="flex flex-col divide-y">
            {links.map(({ id, title, from, to, url, expiresAt }) => (
              <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-2">
                <div className="min-w-40 flex-1">
                  <a
                    href={url}
                    target="_blank"
                    rel="noreferrer noopener"
                    className="font-semibold hover:underline"
                  >
                    {title}
                  </a>
                  <p className="text-xs text-quiet">
                    {reportsCopy.report.days({ from, to })} · {shares.expires(expiresAt)}
                  </p>
                </div>
                <CopyButton text={url} label={shares.copy} />
                <ConfirmButton
                  label={shares.revoke}
                  name={shares.revokeOf(title)}
                  title={shares.revokeTitle(title)}
                  action={shares.revokeLink}
                  onConfirm={() => revoke.mutateAsync({ id })}
                >
                  {shares.revokeText}
                </ConfirmButton>
              </li>
            ))}
          </ul>
        )}
      </QueryView>
    </Section>
  );
}
