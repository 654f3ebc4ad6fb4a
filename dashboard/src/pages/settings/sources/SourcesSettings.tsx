import { useQuery } from '@tanstack/react-query';
import { useAccount } from '../../../api/account.ts';
import { api } from '../../../api/client.ts';
import type { Answers } from '../../../api/types.ts';
import { Section } from '../../../parts/Page.tsx';
import { Empty, Failure, Loading, Skeleton } from '../../../parts/states.tsx';
import { Tip } from '../../../parts/Tip.tsx';
import { counted, formatAgo, formatNumber, formatTime } from '../../../words/format.ts';
import { Code } from '../Code.tsx';
import { Row, Rows } from '../Rows.tsx';
import { RemoveDemo } from './RemoveDemo.tsx';

type Status = Answers['system']['status'];

export function SourcesSettings() {
  const status = useQuery(api.system.status.queryOptions());
  if (status.isError) return <Failure error={status.error} onRetry={() => void status.refetch()} />;
  if (status.data === undefined) return <StatusSkeleton />;
  return (
    <>
      <Totals status={status.data} />
      <Sources sources={status.data.sources} />
      <AddAds />
      <Engines status={status.data} />
    </>
  );
}

function Totals({ status: { ads, advertisers } }: { readonly status: Status }) {
  return (
    <div className="grid grid-cols-2 gap-4">
      <Total name="Ads" value={ads} tip="Every ad that a source told of, each counted once." />
      <Total name="Brands" value={advertisers} tip="Everybody who runs at least one of these ads." />
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
      <Tip tip={`${tip} Counted anew after each import.`} className="text-2xl font-semibold">
        {formatNumber(value)}
      </Tip>
    </div>
  );
}

/** What those are called that nobody has given a name of their own. */
const sourceNames = new Map([
  ['demo', 'Demo ads'],
  ['ingest', 'Sent by programs'],
]);

function Sources({ sources }: { readonly sources: Status['sources'] }) {
  const { isOwner } = useAccount();
  return (
    <Section title="Sources" about="Where the ads come from. An ad that several tell of counts for each.">
      {sources.length === 0 ? (
        <Empty>No ads have come in yet.</Empty>
      ) : (
        <Rows label="Sources">
          {sources.map(({ source, ads, lastImportAt }) => (
            <Row
              key={source}
              title={sourceNames.get(source) ?? source}
              about={
                lastImportAt === null ? (
                  'It is not known when it last brought ads.'
                ) : (
                  <Tip tip={formatTime(lastImportAt)}>Last import {formatAgo(lastImportAt)}</Tip>
                )
              }
              actions={
                <>
                  <span className="text-quiet">{counted(ads, 'ad')}</span>
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
  { what: 'A file or a folder, whatever it is an export of', how: 'npm run magpie -- import ads.csv' },
  {
    what: 'An ad library, again every six hours',
    how: 'npm run magpie -- sources add meta-api shoes --every 6h --searchTerms shoes --countries DE,FR --accessToken -',
  },
  {
    what: 'A swipe file from elsewhere, to your boards',
    how: 'npm run magpie -- save links.txt --user ann@example.com',
  },
] as const;

function AddAds() {
  return (
    <Section
      title="Add ads"
      about="Whoever runs this Magpie does it beside the running server. Programs can send ads over HTTP, with a key that has the scope admin; the README tells how."
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
    ['Ads and their history', engines.clickhouse],
    ['Limits and kept answers', engines.cache === 'redis' ? 'Redis' : 'The memory of this process'],
  ] as const;
  return (
    <Section title="This Magpie">
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
    <Loading label="The sources are loading">
      <div className="grid grid-cols-2 gap-4">
        <Skeleton className="h-20" />
        <Skeleton className="h-20" />
      </div>
      <Skeleton className="h-32" />
      <Skeleton className="h-72" />
    </Loading>
  );
}
