import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useAccount } from '../../../lib/api/account.ts';
import { api } from '../../../lib/api/client.ts';
import type { RouterOutputs } from '../../../lib/api/types.ts';
import { Facts } from '../../../ui/Facts.tsx';
import { Section } from '../../../ui/Page.tsx';
import { QueryView } from '../../../ui/QueryView.tsx';
import { Empty, Loading, Skeleton, Skeletons } from '../../../ui/states.tsx';
import { Tip } from '../../../ui/Tip.tsx';
import { formatAgo, formatNumber, formatTime } from '../../../lib/format.ts';
import { ListRow, Rows } from '../Rows.tsx';
import { settingsCopy } from '../copy.ts';
import { buttonClasses } from '../../../ui/Button.tsx';
import { CoverageLine } from '../../ads/CoverageLine.tsx';
import { RemoveDemoButton } from '../../ads/demo.tsx';
import { Libraries } from './Libraries.tsx';

const copy = settingsCopy.sources;

type Status = RouterOutputs['system']['status'];

export function SourcesSettings() {
  const { isOwner } = useAccount();
  const status = useQuery(api.system.status.queryOptions());
  return (
    <QueryView
      query={status}
      loading={
        <Loading label={copy.loading}>
          <div className="grid grid-cols-2 gap-4">
            <Skeletons count={2} className="h-20" />
          </div>
          <Skeleton className="h-32" />
          <Skeleton className="h-72" />
        </Loading>
      }
    >
      {(loaded) => (
        <>
          <div className="grid grid-cols-2 gap-4">
            <Total name={copy.ads} value={loaded.ads} tip={copy.adsTip} />
            <Total name={copy.brands} value={loaded.advertisers} tip={copy.brandsTip} />
          </div>
          <CoverageLine coverage={loaded.coverage} />
          <Sources sources={loaded.sources} />
          {isOwner && <Libraries />}
          <Engines status={loaded} />
        </>
      )}
    </QueryView>
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
      <Tip tip={copy.updatedTip(tip)} className="text-2xl font-semibold">
        {formatNumber(value)}
      </Tip>
    </div>
  );
}

const sourceNames: Readonly<Record<string, string>> = copy.sourceNames;

function Sources({ sources }: { readonly sources: Status['sources'] }) {
  const { isOwner } = useAccount();
  return (
    <Section
      title={copy.title}
      about={copy.text}
      actions={
        isOwner && (
          <Link to="/import" className={buttonClasses('primary')}>
            {copy.importAds}
          </Link>
        )
      }
    >
      {sources.length === 0 ? (
        <Empty>{copy.empty}</Empty>
      ) : (
        <Rows label={copy.title}>
          {sources.map(({ source, ads, lastImportAt }) => (
            <ListRow
              key={source}
              title={sourceNames[source] ?? source}
              about={
                lastImportAt === null ? (
                  copy.lastImportUnknown
                ) : (
                  <Tip tip={formatTime(lastImportAt)}>{copy.lastImport(formatAgo(lastImportAt))}</Tip>
                )
              }
              actions={
                <>
                  <span className="text-quiet">{copy.adCount(ads)}</span>
                  {source === 'demo' && isOwner && <RemoveDemoButton />}
                </>
              }
            />
          ))}
        </Rows>
      )}
    </Section>
  );
}

function Engines({ status: { version, engines } }: { readonly status: Status }) {
  const facts = [
    [copy.version, version],
    [copy.postgres, engines.postgres],
    [copy.clickhouse, engines.clickhouse],
    [copy.cache, engines.cache === 'redis' ? copy.redis : copy.inMemory],
  ] as const;
  return (
    <Section title={copy.about}>
      <Facts facts={facts} className="gap-x-4 gap-y-2 sm:grid-cols-[auto_1fr]" />
    </Section>
  );
}
