import { type InvalidateQueryFilters, MutationObserver } from '@tanstack/react-query';
import { savedAdQueries } from '../../lib/api/boards.ts';
import { api, client, queryClient } from '../../lib/api/client.ts';
import { changeResponse } from '../../lib/api/pendingChanges.ts';
import type { Label, SavedAd } from '../../lib/api/types.ts';
import { toastError } from '../../ui/toast.tsx';
import { deleteWithUndo, offerUndo } from '../../ui/undo.tsx';
import { adsCopy } from './copy.ts';

const copy = adsCopy.labels;

export type Stage = NonNullable<SavedAd['stage']>;

/** A saved ad with the labels and the stage that the page shows. */
export type OrganizedAd = Pick<SavedAd, 'hash' | 'labels' | 'stage'>;

/** Most ads of one request. */
const maxAds = 200;

const labelQueries: readonly InvalidateQueryFilters[] = [...savedAdQueries, api.labels.pathFilter()];

async function send(
  hashes: readonly string[],
  one: (part: { readonly hashes: string[] }) => Promise<unknown>,
): Promise<void> {
  await new MutationObserver(queryClient, {
    mutationFn: async () => {
      for (let start = 0; start < hashes.length; start += maxAds)
        await one({ hashes: hashes.slice(start, start + maxAds) });
    },
    meta: { invalidates: labelQueries },
  }).mutate();
}

/** Ads by their stage, which an undo restores. */
function groupByStage(ads: readonly OrganizedAd[]): ReadonlyMap<Stage | null, readonly string[]> {
  const stages = new Set(ads.map(({ stage }) => stage));
  return new Map(
    Array.from(stages, (stage) => [stage, ads.filter((ad) => ad.stage === stage).map(({ hash }) => hash)]),
  );
}

export async function setStage(
  ads: readonly OrganizedAd[],
  teamId: number | null,
  stage: Stage | null,
): Promise<void> {
  const changed = ads.filter((ad) => ad.stage !== stage);
  if (changed.length === 0) return;
  const write = (hashes: readonly string[], to: Stage | null): Promise<void> =>
    send(hashes, (part) => client.ads.setStage.mutate({ ...part, teamId, stage: to }));
  await write(
    changed.map(({ hash }) => hash),
    stage,
  );
  const restore = async (): Promise<void> => {
    for (const [former, hashes] of groupByStage(changed)) await write(hashes, former);
  };
  const name = stage === null ? null : copy.stages[stage];
  offerUndo({ text: copy.stageSet(changed.length, name), undo: () => void restore().catch(toastError) });
}

export function setLabel(
  hashes: readonly string[],
  { id, teamId }: Pick<Label, 'id' | 'teamId'>,
  isGiven: boolean,
): Promise<void> {
  return send(hashes, (part) =>
    client.ads.setLabels.mutate({ ...part, teamId, [isGiven ? 'add' : 'remove']: [id] }),
  );
}

export function deleteLabel({ id, name }: Pick<Label, 'id' | 'name'>): void {
  const without = <One extends { readonly id: number }>(labels: readonly One[]): One[] =>
    labels.filter((label) => label.id !== id);
  deleteWithUndo({
    text: copy.deleted(name),
    changes: [
      changeResponse('labels', 'list', without),
      changeResponse('ads', 'list', (page) => ({
        ...page,
        ads: page.ads.map((ad) => ({ ...ad, labels: without(ad.labels) })),
      })),
      changeResponse('ads', 'getDetails', (ad) => ({ ...ad, labels: without(ad.labels) })),
      changeResponse('ads', 'getFilterValues', (values) => ({ ...values, labels: without(values.labels) })),
    ],
    send: () => client.labels.delete.mutate({ id }),
    invalidates: labelQueries,
  });
}

/** Gives the stage and the labels of ads to their copies of another owner, who gets the missing labels. */
export function labelCarrier(teamId: number | null): (ad: OrganizedAd) => Promise<void> {
  // Several ads are copied at the same time and may have the same label.
  const ids = new Map<string, Promise<number>>();
  const findOrCreate = async ({ name, color }: OrganizedAd['labels'][number]): Promise<number> => {
    const known = await queryClient.ensureQueryData(api.labels.list.queryOptions());
    const same = known.find(
      (label) => label.teamId === teamId && label.name.toLowerCase() === name.toLowerCase(),
    );
    return (same ?? (await client.labels.create.mutate({ name, color, teamId }))).id;
  };
  const idOf = (label: OrganizedAd['labels'][number]): Promise<number> => {
    const id = ids.get(label.name) ?? findOrCreate(label);
    ids.set(label.name, id);
    return id;
  };
  return async ({ hash, labels, stage }) => {
    if (stage !== null) await client.ads.setStage.mutate({ hashes: [hash], teamId, stage });
    if (labels.length === 0) return;
    const add = await Promise.all(labels.map(idOf));
    await client.ads.setLabels.mutate({ hashes: [hash], teamId, add });
  };
}

export const labelInvalidations = { invalidates: labelQueries };
