import type { RouterOutputs } from '../../lib/api/types.ts';
import { Section } from '../../ui/Page.tsx';
import { Loading, Skeleton } from '../../ui/states.tsx';
import { Tip } from '../../ui/Tip.tsx';
import { ShareStrip } from './ShareStrip.tsx';
import { statistics } from './statistics.ts';

type OverviewData = RouterOutputs['brandSpy']['getOverview'];

const tileClasses = 'flex min-w-0 flex-col gap-1 rounded-md border bg-card p-4';
const rowClasses = 'grid grid-cols-2 gap-3 sm:grid-cols-3 xl:grid-cols-6';

export function Tiles({ stats }: Pick<OverviewData, 'stats'>) {
  return (
    <dl className={rowClasses}>
      {statistics.map(({ name, valueOf, format, tip }) => {
        const value = valueOf(stats);
        return (
          <div key={name} className={tileClasses}>
            <dt className="text-quiet">{name}</dt>
            <dd className="text-2xl font-semibold">
              <Tip tip={tip}>{value === null ? '–' : format(value)}</Tip>
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

export function TilesSkeleton() {
  return (
    <Loading label="Loading numbers">
      <div className={rowClasses}>
        {statistics.map(({ name }) => (
          <Skeleton key={name} className="h-23" />
        ))}
      </div>
    </Loading>
  );
}

/** Ads by media type. */
export function MediaSplit({
  mediaTypeBreakdown: { image, video },
}: Pick<OverviewData, 'mediaTypeBreakdown'>) {
  const rest = Math.max(0, 1 - image - video);
  const parts = [
    { name: 'Videos', share: video },
    { name: 'Images', share: image },
    { name: 'Unknown', share: rest > 0.0005 ? rest : 0 },
  ].filter(({ share }) => share > 0);
  return (
    <Section title="Media" about="Share of matching ads">
      {parts.length === 0 || image + video === 0 ? (
        <p className="text-quiet">No media data.</p>
      ) : (
        <ShareStrip parts={parts} />
      )}
    </Section>
  );
}
