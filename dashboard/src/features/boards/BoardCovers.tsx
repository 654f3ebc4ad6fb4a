import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Bookmark, Globe } from 'lucide-react';
import { useRef, useState } from 'react';
import { adsCopy } from '../ads/copy.ts';
import { AdImage } from '../ads/AdThumb.tsx';
import { api } from '../../lib/api/client.ts';
import { useBoards } from '../../lib/api/boards.ts';
import { classes } from '../../ui/classes.ts';
import type { Board } from '../../lib/api/types.ts';
import { Loading, Skeleton } from '../../ui/states.tsx';
import { useInView } from '../../lib/hooks/useInView.ts';
import { countAdsWithin } from './tree/tree.ts';
import { boardsCopy } from './copy.ts';

const copy = boardsCopy.boards;

const gridClasses = 'grid grid-cols-[repeat(auto-fill,minmax(min(100%,14rem),1fr))] gap-4';

/** In one row that scrolls, so that the wall begins on the first screen. */
const rowClasses = 'flex gap-3 overflow-x-auto *:w-56 *:shrink-0';

interface BoardCoversProps {
  readonly boards: readonly Board[];
  readonly label: string;
  /** Beside other content. */
  readonly isSmall?: boolean;
}

export function BoardCovers({ boards, label, isSmall = false }: BoardCoversProps) {
  return (
    <ul aria-label={label} className={isSmall ? rowClasses : gridClasses}>
      {boards.map((board) => (
        <li key={board.id} className="flex">
          <BoardCover board={board} isSmall={isSmall} />
        </li>
      ))}
    </ul>
  );
}

function BoardCover({ board, isSmall }: { readonly board: Board; readonly isSmall: boolean }) {
  const { boards } = useBoards();
  const inside = boards.filter(({ parentBoardId }) => parentBoardId === board.id).length;
  const adsInside = countAdsWithin(boards, board) - board.adCount;
  return (
    <Link
      to="/boards/$boardId"
      params={{ boardId: String(board.id) }}
      className={classes(
        'group flex min-w-0 flex-1 overflow-hidden rounded-md border bg-card hover:border-line-strong',
        isSmall ? 'h-18 items-stretch' : 'flex-col',
      )}
    >
      <CoverImages board={board} className={isSmall ? 'h-full w-24 shrink-0' : 'aspect-2/1'} />
      <span className="flex min-w-0 flex-1 flex-col justify-center gap-0.5 p-3">
        <span className="flex items-center gap-2">
          <span dir="auto" className="min-w-0 flex-1 truncate font-semibold group-hover:underline">
            {board.name}
          </span>
          {board.published && (
            <span className="flex items-center gap-1 text-xs text-quiet">
              <Globe size={12} aria-hidden /> {copy.public}
            </span>
          )}
        </span>
        <span className="text-xs text-quiet">
          {adsCopy.ads(board.adCount)}
          {inside > 0 && copy.boardsInside(inside, adsInside)}
        </span>
      </span>
    </Link>
  );
}

/** Up to four images, loaded when the cover scrolls near. */
function CoverImages({ board, className }: { readonly board: Board; readonly className: string }) {
  const element = useRef<HTMLSpanElement>(null);
  const [isNear, setIsNear] = useState(false);
  useInView(element, { isEnabled: !isNear, pixels: 200 }, () => setIsNear(true));
  const { data } = useQuery({
    ...api.ads.list.queryOptions({ boardId: board.id, limit: 4 }),
    enabled: isNear && board.adCount > 0,
  });
  const [first, ...others] = data?.ads ?? [];
  return (
    <span ref={element} aria-hidden className={classes('flex gap-0.5 overflow-hidden bg-sunk', className)}>
      {board.adCount === 0 && <Bookmark size={20} className="m-auto text-quiet" />}
      {first !== undefined && <AdImage ad={first} hasText className="h-full w-0 flex-2" sizes="14rem" />}
      {others.length > 0 && (
        <span className="flex h-full w-0 flex-1 flex-col gap-0.5">
          {others.map((ad) => (
            <AdImage key={ad.hash} ad={ad} className="h-0 w-full flex-1" />
          ))}
        </span>
      )}
    </span>
  );
}

export function BoardCoversSkeleton() {
  return (
    <Loading label={copy.loadingBoards}>
      <div className={gridClasses}>
        {Array.from({ length: 8 }, (_, number) => (
          <div key={number} className="overflow-hidden rounded-md border bg-card">
            <Skeleton className="aspect-2/1 rounded-none" />
            <Skeleton className="m-3 h-9.5" />
          </div>
        ))}
      </div>
    </Loading>
  );
}
