import { useQuery } from '@tanstack/react-query';
import { AdThumb } from '../ads/AdThumb.tsx';
import { firstMedia, thumbnailOf } from '../ads/mediaUrls.ts';
import { api } from '../../lib/api/client.ts';
import type { Board } from '../../lib/api/types.ts';

export function CoverStrip({ board }: { readonly board: Board }) {
  const { data } = useQuery(api.ads.list.queryOptions({ boardId: board.id, limit: 16 }));
  return (
    <div aria-hidden className="flex h-24 gap-0.5 overflow-hidden border-b bg-sunk sm:h-32">
      {data?.ads.map((ad) => (
        <AdThumb
          key={ad.hash}
          url={thumbnailOf(firstMedia(ad))}
          brand={ad.advertiser.name}
          className="h-full max-w-80 min-w-24 flex-1 sm:min-w-32"
        />
      ))}
    </div>
  );
}
