import { useQuery } from '@tanstack/react-query';
import { useAccount } from '../../../lib/api/account.ts';
import { api } from '../../../lib/api/client.ts';
import type { RouterOutputs } from '../../../lib/api/types.ts';
import { Section } from '../../../ui/Page.tsx';
import { QueryView } from '../../../ui/QueryView.tsx';
import { Empty, Loading, Skeleton } from '../../../ui/states.tsx';
import { Tip } from '../../../ui/Tip.tsx';
import { plural, formatAgo, formatNumber, formatTime } from '../../../lib/format.ts';
import { Code } from '../Code.tsx';
import { Row, Rows } from '../Rows.tsx';
import { RemoveDemo } from './RemoveDemo.tsx';

type Status = RouterOutputs['system']['status'];

export function SourcesSettings() {
  const status = useQuery(api.system.status.queryOptions());
  return (
    <QueryView query={status} loading={<StatusSkeleton />}>
      {(loaded) => (
        <>
          <Totals status={loaded} />
          <Sources sources={loaded.sources} />
          <AddAds />
          <Engines status={loaded} />
        </>
      )}
    </QueryView>
  );
}

function Totals({ status: { ads, advertisers } }: { readonly status: Status }) {
  return (
    <div className="grid grid-cols-2 gap-4">
      <Total name="Ads" value={ads} tip="All ads from all sources, without duplicates." />
      <Total name="Brands" value={advertisers} tip="Brands with at least one of these ads." />
    </div>
  );
}

interface TotalProps {
  readonly name: string;
  readonly value: number;
  readonly tip: string;
}

function Total({ name, value, tip }: TotalProps) {
  return (
    <div className="rounded-md border bg-card p-4">
      <p className="text-xs text-quiet">{name}</p>
      <Tip tip={`${tip} Updated after each import.`} className="text-2xl font-semibold">
        {formatNumber(value)}
      </Tip>
    </div>
  );
}

/** Display names of built-in sources. */
const sourceNames = new Map([
  ['demo', 'Demo ads'],
  ['ingest', 'API'],
]);

function Sources({ sources }: { readonly sources: Status['sources'] }) {
  const { isOwner } = useAccount();
  return (
    <Section title="Sources" about="Where ads come from. An ad from several sources counts for each.">
      {sources.length === 0 ? (
        <Empty>No ads yet.</Empty>
      ) : (
        <Rows label="Sources">
          {sources.map(({ source, ads, lastImportAt }) => (
            <Row
              key={source}
              title={sourceNames.get(source) ?? source}
              about={
                lastImportAt === null ? (
                  'Last import unknown'
                ) : (
                  <Tip tip={formatTime(lastImportAt)}>Last import {formatAgo(lastImportAt)}</Tip>
                )
              }
              actions={
                <>
                  <span className="text-quiet">{plural(ads, 'ad')}</span>
                  {source === 'demo' && isOwner && <RemoveDemo />}
                </>
              }
            />
          ))}
        </Rows>
      )}
    </Section>
  );
}

const ways = [
  { what: 'A file or folder, in any supported format', how: 'npm run magpie -- import ads.csv' },
  {
    what: 'An ad library, every six hours',
    how: 'npm run magpie -- sources add meta-api shoes --every 6h --searchTerms shoes --countries DE,FR --accessToken -',
  },
  {
    what: 'A swipe file, saved to your boards',
    how: 'npm run magpie -- save links.txt --user ann@example.com',
  },
] as const;

function AddAds() {
  return (
    <Section
      title="Add ads"
      about="Run these commands on the server. Programs can also send ads over HTTP with a key that has the admin scope."
    >
      <dl className="flex flex-col gap-3">
        {ways.map(({ what, how }) => (
          <div key={what} className="flex flex-col gap-1">
            <dt>{what}</dt>
            <dd>
              <Code>{how}</Code>
            </dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}

function Engines({ status: { version, engines } }: { readonly status: Status }) {
  const facts = [
    ['Version', version],
    ['Boards, people and rules', engines.postgres],
    ['Ads and history', engines.clickhouse],
    ['Rate limits and cache', engines.cache === 'redis' ? 'Redis' : 'In memory'],
  ] as const;
  return (
    <Section title="About">
      <dl className="grid gap-x-4 gap-y-2 sm:grid-cols-[auto_1fr]">
        {facts.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-quiet">{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}

function StatusSkeleton() {
  return (
    <Loading label="Loading sources">
      <div className="grid grid-cols-2 gap-4">
        <Skeleton className="h-20" />
        <Skeleton className="h-20" />
      </div>
      <Skeleton className="h-32" />
      <Skeleton className="h-72" />
    </Loading>
  );
}
