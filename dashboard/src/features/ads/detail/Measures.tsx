import type { ReactNode } from 'react';
import { explainDuration } from '../explainDuration.ts';
import { explainReach } from '../Reach.tsx';
import { explainScore } from '../Score.tsx';
import type { Ad } from '../../../lib/api/types.ts';
import { Section } from '../../../ui/Page.tsx';
import { Bar } from '../../../ui/Bar.tsx';
import { Tip } from '../../../ui/Tip.tsx';
import { countryName, formatDay, formatNumber, formatShort } from '../../../lib/format.ts';

/** Four key numbers, each with a tooltip that explains it. */
export function Measures({ ad }: { readonly ad: Ad }) {
  const { reach, engagement } = ad;
  return (
    <ul aria-label="Performance" className="grid grid-cols-2 gap-3 xl:grid-cols-4">
      <Tile name="Days running" value={formatNumber(ad.daysRunning)} tip={explainDuration(ad)}>
        {ad.status === 'active' ? 'still running' : 'ended'}
      </Tile>
      <Tile
        name="Reach"
        value={
          reach.value === null ? null : `${reach.kind === 'reported' ? '' : '≈ '}${formatShort(reach.value)}`
        }
        tip={reach.value === null ? 'No source reports the reach of this ad.' : explainReach(reach)}
      >
        {kindOfReach(reach)}
      </Tile>
      <Tile
        name="Engagement"
        value={engagement.total === null ? null : formatShort(engagement.total)}
        tip={explainEngagement(engagement)}
      >
        {engagementParts(ad)}
      </Tile>
      <Tile
        name="Score"
        value={formatNumber(ad.performanceScore)}
        tip="From 0 to 100: a weighted sum of longevity, reach and engagement. The breakdown is below."
      >
        of {formatNumber(100)}
      </Tile>
    </ul>
  );
}

interface TileProps {
  readonly name: string;
  /** Null if unknown. */
  readonly value: string | null;
  readonly tip: string;
  readonly children: ReactNode;
}

function Tile({ name, value, tip, children }: TileProps) {
  return (
    <li className="flex min-w-0 flex-col gap-1 rounded-md border bg-card p-4">
      <span className="text-quiet">{name}</span>
      <Tip tip={tip} className={value === null ? 'text-2xl text-quiet' : 'text-2xl font-semibold'}>
        {value ?? '–'}
        {value === null && <span className="sr-only">Unknown</span>}
      </Tip>
      <span className="text-xs text-quiet">{children}</span>
    </li>
  );
}

function kindOfReach({ value, lower, upper, kind }: Ad['reach']): string {
  if (value === null) return 'unknown';
  if (kind === 'reported') return 'reported by the platform';
  if (lower !== null && upper !== null) return `between ${formatShort(lower)} and ${formatShort(upper)}`;
  return 'estimated';
}

function explainEngagement({ total, capturedAt, rankCountry }: Ad['engagement']): string {
  if (total === null) return 'No source reports likes, comments or shares of this ad.';
  const where = rankCountry === null ? '' : ` in ${countryName(rankCountry)}`;
  const when = capturedAt === null ? '' : ` on ${formatDay(capturedAt)}`;
  return `${formatNumber(total)} likes, comments and shares in total, last measured${where}${when}.`;
}

function engagementParts({ engagement: { views, likes, comments, shares }, reach }: Ad): string {
  const parts = [
    // Views that a source reports as reach are already shown as reach.
    views !== null && views !== reach.value && shortly(views, 'view'),
    likes !== null && shortly(likes, 'like'),
    comments !== null && shortly(comments, 'comment'),
    shares !== null && shortly(shares, 'share'),
  ].filter((part) => part !== false);
  return parts.length === 0 ? 'unknown' : parts.join(' · ');
}

function shortly(count: number, one: string): string {
  return `${formatShort(count)} ${count === 1 ? one : `${one}s`}`;
}

/** The points of each part of the score. */
export function ScoreSection({ ad }: { readonly ad: Ad }) {
  return (
    <Section
      title={`Score ${formatNumber(ad.performanceScore)}`}
      about="The weight of unknown parts is spread over the rest"
    >
      <ul className="flex flex-col gap-2">
        {explainScore(ad.scoreParts).map(({ name, value, points, max }) => (
          <li key={name} className="grid grid-cols-[7rem_minmax(0,1fr)_5rem] items-center gap-3">
            <span>{name}</span>
            <Bar share={value ?? 0} />
            <span className="text-right whitespace-nowrap text-quiet tabular-nums">
              {value === null ? 'unknown' : `${formatNumber(points)} of ${formatNumber(max)}`}
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}
