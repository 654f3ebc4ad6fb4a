import { useQuery, useMutation } from '@tanstack/react-query';
import { useAccount } from '../../../lib/api/account.ts';
import { api, client } from '../../../lib/api/client.ts';
import type { RouterOutputs } from '../../../lib/api/types.ts';
import { Facts } from '../../../ui/Facts.tsx';
import { Section } from '../../../ui/Page.tsx';
import { QueryView } from '../../../ui/QueryView.tsx';
import { Empty, Loading, Skeleton, Skeletons } from '../../../ui/states.tsx';
import { Tip } from '../../../ui/Tip.tsx';
import { formatAgo, formatNumber, formatTime } from '../../../lib/format.ts';
import { Code, ListRow, Rows } from '../Rows.tsx';
import { settingsCopy } from '../copy.ts';
import { ConfirmButton } from '../../../ui/Confirm.tsx';
import { toast } from '../../../ui/toast.tsx';

const copy = settingsCopy.sources;

type Status = RouterOutputs['system']['status'];

export function SourcesSettings() {
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
          <Sources sources={loaded.sources} />
          <AddAds />
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
    <Section title={copy.title} about={copy.text}>
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
  { what: copy.fileImport, how: 'npm run magpie -- import ads.csv' },
  {
    what: copy.libraryImport,
    how: 'npm run magpie -- sources add meta-api shoes --every 6h --searchTerms shoes --countries DE,FR --accessToken -',
  },
  { what: copy.swipeFileImport, how: 'npm run magpie -- save links.txt --user ann@example.com' },
] as const;

function AddAds() {
  return (
    <Section title={copy.addAds} about={copy.addAdsText}>
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

function RemoveDemo() {
  const remove = useMutation({
    mutationFn: () => client.system.removeDemo.mutate(),
    onSuccess: ({ removed }) => toast(copy.demoAdsRemoved(removed)),
    meta: { invalidates: [{}] },
  });
  return (
    <ConfirmButton
      label={copy.removeDemoAds}
      title={copy.removeDemoTitle}
      action={copy.removeDemoAds}
      onConfirm={() => remove.mutateAsync()}
    >
      {copy.removeDemoText}
    </ConfirmButton>
  );
}
