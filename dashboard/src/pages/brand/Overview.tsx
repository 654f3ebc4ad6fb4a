import type { Answers } from '../../api/types.ts';
import { Section } from '../../parts/Page.tsx';
import { Loading, Skeleton } from '../../parts/states.tsx';
import { Tip } from '../../parts/Tip.tsx';
import { ShareStrip } from './ShareStrip.tsx';
import { statistics } from './statistics.ts';

type OverviewData = Answers['brandSpy']['getOverview'];

const tileClasses = 'flex min-w-0 flex-col gap-1 rounded-md border bg-card p-4';
const rowClasses = 'grid grid-cols-2 gap-3 sm:grid-cols-3 xl:grid-cols-6';

/** The six tiles. */
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
    <Loading label="Numbers are loading">
      <div className={rowClasses}>
        {statistics.map(({ name }) => (
          <Skeleton key={name} className="h-23" />
        ))}
      </div>
    </Loading>
  );
}

/** How many ads show pictures, videos, or neither that is known. */
export function MediaSplit({
  mediaTypeBreakdown: { image, video },
}: Pick<OverviewData, 'mediaTypeBreakdown'>) {
  const rest = Math.max(0, 1 - image - video);
  const parts = [
    { name: 'Videos', share: video },
    { name: 'Images', share: image },
    { name: 'Not known', share: rest > 0.0005 ? rest : 0 },
  ].filter(({ share }) => share > 0);
  return (
    <Section title="Media" about="Of all ads that the filters leave">
      {parts.length === 0 || image + video === 0 ? (
        <p className="text-quiet">No ad that the filters leave shows pictures or videos.</p>
      ) : (
        <ShareStrip parts={parts} />
      )}
    </Section>
  );
}
