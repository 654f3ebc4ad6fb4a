import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Minus, Plus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { api } from '../../lib/api/client.ts';
import type { RouterOutputs } from '../../lib/api/types.ts';
import { Section } from '../../ui/Page.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { QueryView } from '../../ui/QueryView.tsx';
import { Loading, Skeleton } from '../../ui/states.tsx';
import { todayInUtc } from '../../lib/days.ts';
import { formatNumber, formatShortDay } from '../../lib/format.ts';
import { AdTiles } from '../ads/AdThumb.tsx';
import { DateField } from '../../ui/DateRange.tsx';
import { adsCopy } from '../ads/copy.ts';
import { brandsCopy } from './copy.ts';

const copy = brandsCopy.changes;

type ChangesData = RouterOutputs['brandSpy']['getChanges'];

interface ChangesProps {
  readonly name: string;
  readonly days: { readonly dateFrom: string; readonly dateTo: string };
  readonly onSince: (since: string | undefined) => void;
}

/** Changes since a day: launched, stopped and revived ads; new and retired texts and landing pages. */
export function Changes({ name, days, onSince }: ChangesProps) {
  const changes = useQuery({
    ...api.brandSpy.getChanges.queryOptions({ companyName: name, ...days }),
    placeholderData: keepPreviousData,
  });
  return (
    <Section
      title={copy.title}
      about={copy.about(days.dateTo)}
      actions={
        <div className="flex items-center gap-2">
          <span aria-hidden className="text-quiet">
            {copy.since}
          </span>
          <DateField
            hideLabel
            label={copy.sinceLabel}
            value={days.dateFrom}
            max={todayInUtc()}
            onChange={onSince}
          />
        </div>
      }
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

const kinds = Object.keys(copy.kinds) as readonly Kind[];
type Kind = keyof typeof copy.kinds;

function LoadedChanges({ changes }: { readonly changes: ChangesData }) {
  const [kind, setKind] = useState<Kind>('copies');
  const options = kinds.map((value) => ({ value, label: <KindLabel kind={value} changes={changes} /> }));
  return (
    <>
      <div>
        <Segmented label={copy.kind} value={kind} options={options} onChange={setKind} />
      </div>
      <ChangesOf kind={kind} changes={changes} />
    </>
  );
}

function KindLabel({ kind, changes }: { readonly kind: Kind; readonly changes: ChangesData }) {
  if (kind === 'launched' || kind === 'stopped' || kind === 'revived') {
    return (
      <>
        {copy.kinds[kind]} <Number>{formatNumber(changes[kind].total)}</Number>
      </>
    );
  }
  const { added, dropped } = changes[kind];
  return (
    <>
      {copy.kinds[kind]} <Number>{copy.added(added.total)}</Number>{' '}
      <Number>{copy.dropped(dropped.total)}</Number>
    </>
  );
}

function Number({ children }: { readonly children: ReactNode }) {
  return <span className="font-semibold">{children}</span>;
}

function ChangesOf({ kind, changes }: { readonly kind: Kind; readonly changes: ChangesData }) {
  if (kind === 'copies') return <AddedAndRetired change={changes.copies} getText={({ body }) => body} />;
  if (kind === 'headlines')
    return <AddedAndRetired change={changes.headlines} getText={({ headline }) => headline} />;
  if (kind === 'landingPages')
    return <AddedAndRetired change={changes.landingPages} getText={({ url }) => url} />;
  return <ChangedAds kind={kind} turns={changes[kind]} brand={changes.companyName} />;
}

interface ChangedAdsProps {
  readonly kind: 'launched' | 'stopped' | 'revived';
  readonly turns: ChangesData['launched'];
  readonly brand: string;
}

function ChangedAds({ kind, turns, brand }: ChangedAdsProps) {
  if (turns.total === 0) return <p className="flex h-38 items-center text-quiet">{copy.noAds[kind]}</p>;
  return (
    <>
      <AdTiles label={copy.kinds[kind]} brand={brand} ads={turns.ads} />
      {turns.total > turns.ads.length && (
        <p className="text-xs text-quiet">{copy.newest(turns.ads.length)}</p>
      )}
    </>
  );
}

interface Entry {
  readonly at: string;
  readonly adCount: number;
}

interface Side<One> {
  readonly total: number;
  readonly entries: readonly One[];
}

interface AddedAndRetiredProps<One> {
  readonly change: { readonly added: Side<One>; readonly dropped: Side<One> };
  readonly getText: (entry: One) => string;
}

function AddedAndRetired<One extends Entry>({ change, getText }: AddedAndRetiredProps<One>) {
  return (
    <div className="grid gap-6 lg:grid-cols-2">
      <SideList
        title={copy.new}
        icon={<Plus size={14} className="text-good" aria-hidden />}
        side={change.added}
        getText={getText}
      />
      <SideList
        title={copy.retired}
        icon={<Minus size={14} className="text-bad" aria-hidden />}
        side={change.dropped}
        getText={getText}
      />
    </div>
  );
}

interface SideListProps<One> {
  readonly title: string;
  readonly icon: ReactNode;
  readonly side: Side<One>;
  readonly getText: (entry: One) => string;
}

function SideList<One extends Entry>({ title, icon, side, getText }: SideListProps<One>) {
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
            {side.entries.map((entry) => (
              <li key={getText(entry)} className="flex gap-4 py-2">
                <p dir="auto" className="line-clamp-3 min-w-0 flex-1" title={getText(entry)}>
                  {getText(entry)}
                </p>
                <p className="shrink-0 text-right text-xs text-quiet">
                  {formatShortDay(entry.at)}
                  <br />
                  {adsCopy.ads(entry.adCount)}
                </p>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}
