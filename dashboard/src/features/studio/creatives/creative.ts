import { useMutation, useQuery } from '@tanstack/react-query';
import { api, client, queryClient } from '../../../lib/api/client.ts';
import { changeResponse } from '../../../lib/api/pendingChanges.ts';
import type { AiImage, RouterOutputs, RouterInputs } from '../../../lib/api/types.ts';
import { formatMoney } from '../../../lib/format.ts';
import { toastError } from '../../../ui/toast.tsx';
import { deleteWithUndo } from '../../../ui/undo.tsx';
import { withoutImage } from '../withoutImage.ts';
import { studioCopy } from '../copy.ts';

const copy = studioCopy.creatives;

type GenerateInput = RouterInputs['aiImages']['generate'];
export type Maker = RouterOutputs['aiImages']['listMakers']['makers'][number];
export type AspectRatio = AiImage['aspectRatio'];

/** The settings of a new creative; null and empty text mean automatic. */
export interface CreativeOptions {
  readonly aspectRatio: AspectRatio | null;
  readonly maker: Maker['maker'] | null;
  readonly layout: Maker['layouts'][number] | null;
  /** Null while the suggested prompt is unchanged. */
  readonly prompt: string | null;
  readonly brandImageId: number | null;
  readonly seed: string;
}

export const defaultOptions: CreativeOptions = {
  aspectRatio: null,
  maker: null,
  layout: null,
  prompt: null,
  brandImageId: null,
  seed: '',
};

interface Context {
  readonly productId: number;
  readonly ad: string | undefined;
  readonly defaultRatio: AspectRatio;
}

/** A suggested prompt is omitted, so that the server writes it for the selected aspect ratio. */
export function generateInput(
  order: CreativeOptions,
  { productId, ad, defaultRatio }: Context,
): GenerateInput {
  const { aspectRatio, maker, layout, prompt, brandImageId, seed } = order;
  const isTemplate = maker !== 'endpoint';
  return {
    productId,
    aspectRatio: aspectRatio ?? defaultRatio,
    ...(ad !== undefined && { sourceAdHash: ad }),
    ...(maker !== null && { maker }),
    ...(layout !== null && isTemplate && { layout }),
    ...(prompt !== null && prompt.trim() !== '' && { prompt }),
    ...(brandImageId !== null && { brandImageId }),
    ...(seed.trim() !== '' && isTemplate && { seed: Number(seed) }),
  };
}

export const variantCounts = [1, 4] as const;
export type VariantCount = (typeof variantCounts)[number];

const seeds = 2 ** 31;

/**
 * Inputs for several creatives at once. Templates get consecutive seeds, since those differ in background or side; the
 * results of a service always differ.
 */
export function variantInputs(
  input: GenerateInput,
  count: VariantCount,
  isTemplate: boolean,
  firstSeed = Math.floor(Math.random() * seeds),
): readonly GenerateInput[] {
  if (count === 1) return [input];
  const { seed = firstSeed } = input;
  return Array.from({ length: count }, (_, number) =>
    isTemplate ? { ...input, seed: (seed + number) % seeds } : input,
  );
}

/** The input of an existing creative; null if its product was deleted. Without a seed the result differs. */
export function repeatInput(image: AiImage, seed?: number | null): GenerateInput | null {
  const { productId, aspectRatio, maker, prompt, sourceAdHash } = image;
  if (productId === null) return null;
  return {
    productId,
    aspectRatio,
    maker,
    prompt,
    ...(sourceAdHash !== null && { sourceAdHash }),
    ...(isChosenLayout(image) && { layout: image.layout }),
    ...(seed !== undefined && seed !== null && { seed }),
  };
}

/** The layout of a reference ad is detected again; it cannot be chosen without the ad. */
function isChosenLayout(image: AiImage): image is AiImage & { layout: Maker['layouts'][number] } {
  return image.maker === 'template' && image.layout !== null && image.layout !== 'reference';
}

export function formatCost(costEstimate: number | null): string {
  if (costEstimate === null) return copy.costUnknown;
  return costEstimate === 0 ? copy.free : `≈ ${formatMoney(costEstimate, 'USD')}`;
}

export function isPending({ status }: Pick<AiImage, 'status'>): boolean {
  return status === 'queued' || status === 'running';
}

/** Width divided by height. */
export function getRatio(aspectRatio: AspectRatio): number {
  const [width = 1, height = 1] = aspectRatio.split(':').map(Number);
  return width / height;
}

const meta = { invalidates: [api.aiImages.list.pathFilter()] };

/** The current state of a creative; polled every second while it is generated. */
export function useLiveCreative(listed: AiImage): AiImage {
  const live = useQuery({
    ...api.aiImages.get.queryOptions({ id: listed.id }),
    enabled: isPending(listed),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data === undefined || isPending(state.data) ? 1000 : false),
  });
  return isPending(listed) ? (live.data ?? listed) : listed;
}

export function useGenerate(onError?: (error: unknown) => void) {
  return useMutation(api.aiImages.generate.mutationOptions({ ...(onError && { onError }), meta }));
}

/** Requests them in order; an error ends it, and keeps those before it. */
export function useGenerateAll() {
  return useMutation({
    mutationFn: async (inputs: readonly GenerateInput[]) => {
      for (const input of inputs) await client.aiImages.generate.mutate(input);
    },
    meta,
  });
}

export type CreativeActions = ReturnType<typeof useCreativeActions>;

export function useCreativeActions(image: AiImage) {
  const generate = useGenerate(toastError);
  const cancel = useMutation(
    api.aiImages.cancel.mutationOptions({
      onError: toastError,
      onSuccess: (cancelled) => {
        queryClient.setQueryData(api.aiImages.get.queryKey({ id: image.id }), cancelled);
      },
      meta,
    }),
  );
  const another = repeatInput(image);
  const retry = repeatInput(image, image.seed);
  return {
    isGenerating: generate.isPending,
    isCancelling: cancel.isPending,
    makeAnother: another === null ? null : () => generate.mutate(another),
    tryAgain: retry === null ? null : () => generate.mutate(retry),
    cancel: () => cancel.mutate({ id: image.id }),
    remove: () => deleteCreative(image.id),
  };
}

function deleteCreative(id: number): void {
  deleteWithUndo({
    text: copy.deleted,
    changes: [changeResponse('aiImages', 'list', (page) => withoutImage(page, id))],
    send: () => client.aiImages.delete.mutate({ id }),
    invalidates: meta.invalidates,
  });
}
