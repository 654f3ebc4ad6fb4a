import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { ErrorLine, Skeleton } from '../../parts/states.tsx';
import { Tip } from '../../parts/Tip.tsx';
import { counted, formatBytes } from '../../words/format.ts';

/** What became of the pictures of the saved copy. While some are waited for, it looks again. */
export function KeptPictures({ hash }: { readonly hash: string }) {
  const answer = useQuery({
    ...api.ads.listKeptMedia.queryOptions({ hash }),
    // An ad that was saved anew has other copies.
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.some((picture) => picture.state === 'waiting') === true ? 10_000 : false,
  });
  if (answer.isError) return <ErrorLine error={answer.error} />;
  if (answer.isPending) return <Skeleton className="h-5" />;
  const of = (state: 'kept' | 'waiting' | 'failed') =>
    answer.data.filter((picture) => picture.state === state);
  const kept = of('kept');
  const bytes = kept.reduce((sum, picture) => sum + (picture.bytes ?? 0), 0);
  const failed = of('failed');
  return (
    <div className="flex flex-col gap-1 text-xs text-quiet">
      <p className="flex flex-wrap gap-x-1.5">
        <Tip tip="Copies of the pictures as they were when you saved the ad. They stay when the source takes its own away.">
          {counted(kept.length, 'picture')} kept{kept.length > 0 && ` (${formatBytes(bytes)})`}
        </Tip>
        {of('waiting').length > 0 && <span>· {of('waiting').length} on the way</span>}
        {failed.length > 0 && <span>· {failed.length} could not be had</span>}
      </p>
      {[...new Set(failed.map(({ error }) => error))].map(
        (error) => error !== null && <p key={error}>{error}</p>,
      )}
    </div>
  );
}
