import { useQuery } from '@tanstack/react-query';
import type { RouterOutputs } from '../../../lib/api/types.ts';
import { api } from '../../../lib/api/client.ts';
import { QueryView } from '../../../ui/QueryView.tsx';
import { ErrorLine, Skeleton } from '../../../ui/states.tsx';
import { Tip } from '../../../ui/Tip.tsx';
import { plural, formatBytes } from '../../../lib/format.ts';

/** The stored media of a saved ad; polls while some are pending. */
export function StoredMedia({ hash }: { readonly hash: string }) {
  const media = useQuery({
    ...api.ads.listKeptMedia.queryOptions({ hash }),
    // Saving an ad again replaces its stored media.
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.some((file) => file.state === 'waiting') === true ? 10_000 : false,
  });
  return (
    <QueryView
      query={media}
      loading={<Skeleton className="h-5" />}
      renderError={(error) => <ErrorLine error={error} />}
    >
      {(files) => <Files files={files} />}
    </QueryView>
  );
}

function Files({ files }: { readonly files: RouterOutputs['ads']['listKeptMedia'] }) {
  const inState = (state: 'kept' | 'waiting' | 'failed') => files.filter((file) => file.state === state);
  const stored = inState('kept');
  const bytes = stored.reduce((sum, file) => sum + (file.bytes ?? 0), 0);
  const failed = inState('failed');
  return (
    <div className="flex flex-col gap-1 text-xs text-quiet">
      <p className="flex flex-wrap gap-x-1.5">
        <Tip tip="Copies of the media from when you saved the ad. They remain if the source removes its own.">
          {plural(stored.length, 'file')} stored{stored.length > 0 && ` (${formatBytes(bytes)})`}
        </Tip>
        {inState('waiting').length > 0 && <span>· {inState('waiting').length} pending</span>}
        {failed.length > 0 && <span>· {failed.length} failed</span>}
      </p>
      {[...new Set(failed.map(({ error }) => error))].map(
        (error) => error !== null && <p key={error}>{error}</p>,
      )}
    </div>
  );
}
