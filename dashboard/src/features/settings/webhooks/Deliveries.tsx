import { useInfiniteQuery } from '@tanstack/react-query';
import { api } from '../../../lib/api/client.ts';
import { LoadMore } from '../../../ui/LoadMore.tsx';
import { QueryView } from '../../../ui/QueryView.tsx';
import { Empty } from '../../../ui/states.tsx';
import { Rows, RowsSkeleton } from '../Rows.tsx';
import { Delivery } from './Delivery.tsx';
import { settingsCopy } from '../copy.ts';

const copy = settingsCopy.webhooks;

/** The delivery log of a webhook; polls while deliveries are pending. */
export function Deliveries({ webhookId, url }: { readonly webhookId: number; readonly url: string }) {
  const log = useInfiniteQuery({
    ...api.webhooks.deliveries.infiniteQueryOptions(
      { id: webhookId, limit: 20 },
      {
        getNextPageParam: ({ nextCursor }) => nextCursor,
        refetchInterval: ({ state }) =>
          state.data?.pages[0]?.deliveries.some(({ status }) => status === 'waiting') === true ? 2000 : false,
      },
    ),
    select: ({ pages }) => pages.flatMap((page) => page.deliveries),
  });
  return (
    <QueryView
      query={log}
      loading={<RowsSkeleton label={copy.loadingLog} rows={2} />}
      empty={<Empty>{copy.noDeliveriesText}</Empty>}
    >
      {(deliveries) => (
        <>
          <Rows label={copy.deliveriesTo(url)}>
            {deliveries.map((delivery) => (
              <Delivery key={delivery.id} delivery={delivery} />
            ))}
          </Rows>
          <LoadMore pages={log} isManual />
        </>
      )}
    </QueryView>
  );
}
