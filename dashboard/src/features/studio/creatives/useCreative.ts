import { useMutation, useQuery } from '@tanstack/react-query';
import { api, queryClient } from '../../../lib/api/client.ts';
import type { AiImage } from '../../../lib/api/types.ts';
import { toast, toastError } from '../../../ui/toast.tsx';
import { isPending, repeatInput } from './options.ts';
import { studioCopy } from '../copy.ts';

export const creativeQueries = [api.aiImages.list.pathFilter()];

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

export function useCreativeActions(image: AiImage) {
  const generate = useMutation(
    api.aiImages.generate.mutationOptions({ onError: toastError, meta: { invalidates: creativeQueries } }),
  );
  const cancel = useMutation(
    api.aiImages.cancel.mutationOptions({
      onError: toastError,
      onSuccess: (cancelled) => {
        queryClient.setQueryData(api.aiImages.get.queryKey({ id: image.id }), cancelled);
      },
      meta: { invalidates: creativeQueries },
    }),
  );
  const remove = useMutation(
    api.aiImages.delete.mutationOptions({
      onSuccess: () => toast(studioCopy.creatives.deleted),
      meta: { invalidates: creativeQueries },
    }),
  );
  const another = repeatInput(image);
  const retry = repeatInput(image, image.seed);
  return {
    isGenerating: generate.isPending,
    isCancelling: cancel.isPending,
    /** Null if its product was deleted. */
    makeAnother: another === null ? null : () => generate.mutate(another),
    tryAgain: retry === null ? null : () => generate.mutate(retry),
    cancel: () => cancel.mutate({ id: image.id }),
    remove: () => remove.mutateAsync({ id: image.id }),
  };
}
