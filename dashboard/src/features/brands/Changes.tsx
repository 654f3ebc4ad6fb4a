import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Minus, Plus } from 'lucide-react';
import { Fragment, type ReactNode, useState } from 'react';
import { api } from '../../lib/api/client.ts';
import type { RouterOutputs } from '../../lib/api/types.ts';
import { Section } from '../../ui/Page.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { QueryView } from '../../ui/QueryView.tsx';
import { Loading, Skeleton } from '../../ui/states.tsx';
import { plusDays } from '../../lib/days.ts';
import { formatNumber, formatShortDay } from '../../lib/format.ts';
import { AdTiles } from '../ads/AdThumb.tsx';
import { DateField } from '../../ui/DateRange.tsx';
import { adsCopy } from '../ads/copy.ts';
import { StartsNote } from './Timeline.tsx';
import { brandsCopy } from './copy.ts';

const copy = brandsCopy.changes;

type ChangesData = RouterOutputs['brandSpy']['getChanges'];

interface ChangesProps {
  readonly name: string;
  readonly days: { readonly dateFrom: string; readonly dateTo: string };
  readonly onSince: (since: string | undefined) => void;
}

export function Changes({ name, days, onSince }: ChangesProps) {
  const changes = useQuery({
    ...api.brandSpy.getChanges.queryOptions({ companyName: name, ...days }),
    placeholderData: keepPreviousData,
  });
  return (
    <Section
      title={copy.title}
      about={copy.about(days.dateTo)}
      actions={<Period days={days} onSince={onSince} />}
    >
      <QueryView
        query={changes}
        loading={
          <Loading label={copy.loading}>
            <Skeleton className="h-9" />
            <Skeleton className="h-72" />
          </Loading>
        }
      >
        {(loaded) => <LoadedChanges changes={loaded} />}
      </QueryView>
    </Section>
  );
}

const periods = ['7', '30', '90'] as const;

/** The periods of the filters of the page, of which the last day is that of the page. */
function Period({ days: { dateFrom, dateTo }, onSince }: Pick<ChangesProps, 'days' | 'onSince'>) {
  const [isOpen, setOpen] = useState(false);
  const startOf = (period: (typeof periods)[number]): string => plusDays(dateTo, 1 - Number(period));
  const known = periods.find((period) => startOf(period) === dateFrom);
  const chosen = isOpen || known === undefined ? 'custom' : known;
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Segmented
        label={copy.sinceLabel}
        value={chosen}
        options={[...periods, 'custom' as const].map((value) => ({
          value,
          label: brandsCopy.filters.ranges[value],
        }))}
        onChange={(value) => {
          setOpen(value === 'custom');
          if (value !== 'custom') onSince(startOf(value));
        }}
      />
      {chosen === 'custom' && (
        <DateField hideLabel label={copy.firstDay} value={dateFrom} max={dateTo} onChange={onSince} />
      )}
    </div>
  );
}

type Kind = keyof typeof copy.kinds;
const kinds = Object.keys(copy.kinds) as readonly Kind[];

function LoadedChanges({ changes }: { readonly changes: ChangesData }) {
  const [kind, setKind] = useState<Kind>('copies');
  return (
    <>
      <div>
        <Segmented
          label={copy.kind}
          value={kind}
          options={kinds.map((value) => ({ value, label: <KindLabel kind={value} changes={changes} /> }))}
          onChange={setKind}
        />
      </div>
      <ChangesOfKind kind={kind} changes={changes} />
    </>
  );
}

interface KindProps {
  readonly kind: Kind;
  readonly changes: ChangesData;
}

function KindLabel({ kind, changes }: KindProps) {
  const change = changes[kind];
  const counts =
    'total' in change
      ? [formatNumber(change.total)]
      : [copy.added(change.added.total), copy.dropped(change.dropped.total)];
  return (
    <>
      {copy.kinds[kind]}
      {counts.map((count) => (
        <Fragment key={count}>
          {' '}
          <span className="font-semibold">{count}</span>
        </Fragment>
      ))}
    </>
  );
}

function ChangesOfKind({ kind, changes }: KindProps) {
  if (kind === 'copies' || kind === 'headlines' || kind === 'landingPages') {
    const { added, dropped } = changes[kind];
    return (
      <div className="grid gap-6 lg:grid-cols-2">
        <SideList title={copy.new} icon={<Plus size={14} className="text-good" aria-hidden />} side={added} />
        <SideList
          title={copy.retired}
          icon={<Minus size={14} className="text-bad" aria-hidden />}
          side={dropped}
        />
      </div>
    );
  }
  const { total, ads } = changes[kind];
  if (total === 0) return <p className="flex h-38 items-center text-quiet">{copy.noAds[kind]}</p>;
  return (
    <>
      <AdTiles label={copy.kinds[kind]} brand={changes.companyName} ads={ads} />
      {total > ads.length && <p className="text-xs text-quiet">{copy.newest(ads.length)}</p>}
      {kind === 'launched' && <StartsNote evidence={changes.launched.evidence} />}
    </>
  );
}

interface SideListProps {
  readonly title: string;
  readonly icon: ReactNode;
  readonly side: ChangesData['copies' | 'headlines' | 'landingPages']['added'];
}

function SideList({ title, icon, side }: SideListProps) {
  const entries = side.entries.map((entry) => ({
    ...entry,
    text: 'body' in entry ? entry.body : 'headline' in entry ? entry.headline : entry.url,
  }));
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <h3 className="flex items-center gap-1.5 font-semibold">
        {icon} {title}
      </h3>
      {side.total === 0 ? (
        <p className="text-quiet">{copy.none}</p>
      ) : (
        // Focusable, so that it can be scrolled by keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <section aria-label={title} tabIndex={0} className="max-h-72 overflow-y-auto">
          <ul className="flex flex-col divide-y">
            {entries.map(({ text, at, adCount }) => (
              <li key={text} className="flex gap-4 py-2">
                <p dir="auto" className="line-clamp-3 min-w-0 flex-1" title={text}>
                  {text}
                </p>
                <p className="shrink-0 text-right text-xs text-quiet">
                  {formatShortDay(at)}
                  <br />
                  {adsCopy.ads(adCount)}
                </p>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}
