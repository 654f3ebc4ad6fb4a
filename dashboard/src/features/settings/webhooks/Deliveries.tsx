import { useInfiniteQuery } from '@tanstack/react-query';
import { api } from '../../../lib/api/client.ts';
import { LoadMore } from '../../../ui/LoadMore.tsx';
import { Empty, Failure } from '../../../ui/states.tsx';
import { Rows, RowsSkeleton } from '../Rows.tsx';
import { Delivery } from './Delivery.tsx';

/** The delivery log of a webhook; polls while deliveries are pending. */
export function Deliveries({ webhookId, url }: { readonly webhookId: number; readonly url: string }) {
  const log = useInfiniteQuery(
    api.webhooks.deliveries.infiniteQueryOptions(
      { id: webhookId, limit: 20 },
      {
        getNextPageParam: ({ nextCursor }) => nextCursor,
        refetchInterval: ({ state }) =>
          state.data?.pages[0]?.deliveries.some(({ status }) => status === 'waiting') === true ? 2000 : false,
      },
    ),
  );
  if (log.isLoadingError) return <Failure error={log.error} onRetry={() => void log.refetch()} />;
  if (log.data === undefined) return <RowsSkeleton label="Loading log" rows={2} />;
  const deliveries = log.data.pages.flatMap((page) => page.deliveries);
  if (deliveries.length === 0) return <Empty>No deliveries yet. Send a test.</Empty>;
  return (
    <>
      <Rows label={`Deliveries to ${url}`}>
        {deliveries.map((delivery) => (
          <Delivery key={delivery.id} delivery={delivery} />
        ))}
      </Rows>
      <LoadMore pages={log} isManual />
    </>
  );
}
