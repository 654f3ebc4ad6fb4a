import type { Connector, LiveSource } from '@magpie/contract';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Ellipsis } from 'lucide-react';
import { useState } from 'react';
import { api, client } from '../../../lib/api/client.ts';
import { formatAgo } from '../../../lib/format.ts';
import { Button, IconButton } from '../../../ui/Button.tsx';
import { Chip } from '../../../ui/Chip.tsx';
import { Confirm } from '../../../ui/Confirm.tsx';
import { Menu, MenuChoice, MenuItem, MenuLabel, MenuLine } from '../../../ui/Menu.tsx';
import { Section } from '../../../ui/Page.tsx';
import { QueryView } from '../../../ui/QueryView.tsx';
import { Loading, Skeleton } from '../../../ui/states.tsx';
import { toast, toastError } from '../../../ui/toast.tsx';
import { uiCopy } from '../../../ui/copy.ts';
import { ConnectDialog } from './ConnectDialog.tsx';
import { importsCopy } from './copy.ts';

const copy = importsCopy.libraries;

export function Libraries() {
  const connectors = useQuery(api.sources.connectors.queryOptions());
  const sources = useSources();
  const [chosen, setChosen] = useState<Connector | null>(null);
  return (
    <Section title={copy.title} about={copy.text}>
      {sources.data !== undefined && sources.data.length > 0 && (
        <ul aria-label={copy.sources} className="flex flex-col divide-y rounded-md border">
          {sources.data.map((source) => (
            <SourceRow key={source.name} source={source} />
          ))}
        </ul>
      )}
      <QueryView
        query={connectors}
        loading={
          <Loading label={copy.loading}>
            <Skeleton className="h-32" />
          </Loading>
        }
      >
        {(list) => (
          <ul className="flex flex-col divide-y rounded-md border">
            {list.map((connector) => (
              <li key={connector.connector} className="flex flex-wrap items-center gap-3 px-3 py-2">
                <div className="min-w-48 flex-1">
                  <p className="font-semibold">{connector.label}</p>
                  <p className="text-xs text-quiet">{connector.about}</p>
                </div>
                <Button aria-label={copy.connect(connector.label)} onClick={() => setChosen(connector)}>
                  {copy.add}
                </Button>
              </li>
            ))}
          </ul>
        )}
      </QueryView>
      {chosen !== null && <ConnectDialog connector={chosen} onClose={() => setChosen(null)} />}
    </Section>
  );
}

const pollMilliseconds = 3000;

function hasToRun({ enabled, isRunning, lastRun }: LiveSource): boolean {
  return isRunning || (enabled && lastRun === null);
}

/** Loaded again while one of them runs. */
export function useSources() {
  return useQuery({
    ...api.sources.list.queryOptions(),
    refetchInterval: ({ state }) => (state.data?.some(hasToRun) === true ? pollMilliseconds : false),
  });
}

export function SourceRow({ source }: { readonly source: LiveSource }) {
  const { name, query, lastRun, isRunning, enabled, everyMinutes } = source;
  const error = lastRun?.error ?? null;
  return (
    <li className="flex flex-wrap items-center gap-3 px-3 py-2">
      <div className="min-w-48 flex-1">
        <p className="flex flex-wrap items-center gap-2">
          <span className="font-semibold">{name}</span>
          {isRunning && <Chip variant="accent">{copy.running}</Chip>}
          {!enabled && <Chip>{copy.paused}</Chip>}
          {!isRunning && error !== null && <Chip variant="bad">{copy.failed}</Chip>}
        </p>
        <p className="text-xs break-words text-quiet">{query.map(({ value }) => value).join(' · ')}</p>
        <p className="text-xs text-quiet">
          {copy.schedule(everyMinutes)} · {describeRun(lastRun)}
        </p>
        {error !== null && <p className="break-words text-bad">{error}</p>}
      </div>
      <SourceActions source={source} />
    </li>
  );
}

function describeRun(run: LiveSource['lastRun']): string {
  if (run === null) return copy.notRun;
  const { counts, finishedAt } = run;
  return counts === null || finishedAt === null
    ? copy.started(formatAgo(run.startedAt))
    : copy.lastRun(formatAgo(finishedAt), counts.read, counts.created);
}

const meta = { invalidates: [api.sources.pathFilter()] };

function SourceActions({ source }: { readonly source: LiveSource }) {
  const { name, enabled } = source;
  const [isRemoving, setIsRemoving] = useState(false);
  const change = useMutation({
    mutationFn: () => client.sources.setEnabled.mutate({ name, enabled: !enabled }),
    onError: toastError,
    meta,
  });
  const run = useMutation({
    mutationFn: () => client.sources.run.mutate({ name }),
    onSuccess: () => toast(copy.willRun(name)),
    onError: toastError,
    meta,
  });
  const remove = useMutation({ mutationFn: () => client.sources.delete.mutate({ name }), meta });
  return (
    <>
      {enabled && (
        <Button busy={run.isPending} onClick={() => run.mutate()}>
          {copy.runNow}
        </Button>
      )}
      <Menu
        trigger={
          <IconButton label={copy.actions(name)}>
            <Ellipsis size={16} aria-hidden />
          </IconButton>
        }
      >
        <IntervalChoices source={source} />
        <MenuLine />
        <MenuItem onSelect={() => change.mutate()}>{enabled ? copy.pause : copy.resume}</MenuItem>
        <MenuItem bad onSelect={() => setIsRemoving(true)}>
          {uiCopy.remove}
        </MenuItem>
      </Menu>
      <Confirm
        open={isRemoving}
        onOpenChange={setIsRemoving}
        title={copy.removeTitle(name)}
        action={uiCopy.remove}
        onConfirm={() => remove.mutateAsync()}
      >
        {copy.removeText}
      </Confirm>
    </>
  );
}

function IntervalChoices({ source: { name, everyMinutes } }: { readonly source: LiveSource }) {
  const schedule = useMutation({
    mutationFn: (minutes: number) => client.sources.setInterval.mutate({ name, everyMinutes: minutes }),
    onError: toastError,
    meta,
  });
  return (
    <>
      <MenuLabel>{copy.every}</MenuLabel>
      {Object.entries(copy.intervals).map(([minutes, label]) => (
        <MenuChoice
          key={minutes}
          checked={Number(minutes) === everyMinutes}
          onSelect={() => schedule.mutate(Number(minutes))}
        >
          {label}
        </MenuChoice>
      ))}
    </>
  );
}
