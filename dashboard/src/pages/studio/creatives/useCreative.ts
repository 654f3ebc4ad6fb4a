import { useMutation, useQuery } from '@tanstack/react-query';
import { api, queryClient } from '../../../api/client.ts';
import type { AiImage } from '../../../api/types.ts';
import { tell, tellError } from '../../../parts/toast.tsx';
import { isUnderWay, sameAgain } from './order.ts';

export const reloadCreatives = (): Promise<void> =>
  queryClient.invalidateQueries(api.aiImages.list.pathFilter());

/** A creative as it is now: asked for every second while it is being made. */
export function useLiveCreative(listed: AiImage): AiImage {
  const live = useQuery({
    ...api.aiImages.get.queryOptions({ id: listed.id }),
    enabled: isUnderWay(listed),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data === undefined || isUnderWay(state.data) ? 1000 : false),
  });
  return isUnderWay(listed) ? (live.data ?? listed) : listed;
}

/** What can be done with a creative. */
export function useCreativeActions(image: AiImage) {
  const generate = useMutation(
    api.aiImages.generate.mutationOptions({ onSuccess: reloadCreatives, onError: tellError }),
  );
  const cancel = useMutation(
    api.aiImages.cancel.mutationOptions({
      onError: tellError,
      onSuccess: async (cancelled) => {
        queryClient.setQueryData(api.aiImages.get.queryKey({ id: image.id }), cancelled);
        await reloadCreatives();
      },
    }),
  );
  const remove = useMutation(
    api.aiImages.delete.mutationOptions({
      onSuccess: async () => {
        await reloadCreatives();
        tell('The creative is deleted');
      },
    }),
  );
  const another = sameAgain(image);
  const retry = sameAgain(image, image.seed);
  return {
    isAsking: generate.isPending,
    isCancelling: cancel.isPending,
    /** Null when its product is gone. */
    makeAnother: another === null ? null : () => generate.mutate(another),
    tryAgain: retry === null ? null : () => generate.mutate(retry),
    cancel: () => cancel.mutate({ id: image.id }),
    remove: () => remove.mutateAsync({ id: image.id }),
  };
}
