import type { ReactNode } from 'react';
import { howLong } from '../../ads/howLong.ts';
import { howReachIsKnown } from '../../ads/Reach.tsx';
import { explainScore } from '../../ads/score.ts';
import type { Ad } from '../../api/types.ts';
import { Section } from '../../parts/Page.tsx';
import { Bar } from '../../parts/Bar.tsx';
import { Tip } from '../../parts/Tip.tsx';
import { countryName, formatDay, formatNumber, formatShort } from '../../words/format.ts';

/** How the ad does, in four numbers that can be asked. */
export function Measures({ ad }: { readonly ad: Ad }) {
  const { reach, engagement } = ad;
  return (
    <ul aria-label="How it does" className="grid grid-cols-2 gap-3 xl:grid-cols-4">
      <Tile name="Days running" value={formatNumber(ad.daysRunning)} tip={howLong(ad)}>
        {ad.status === 'active' ? 'and still running' : 'has ended'}
      </Tile>
      <Tile
        name="Reach"
        value={
          reach.value === null ? null : `${reach.kind === 'reported' ? '' : '≈ '}${formatShort(reach.value)}`
        }
        tip={reach.value === null ? 'No source tells the reach of this ad.' : howReachIsKnown(reach)}
      >
        {kindOfReach(reach)}
      </Tile>
      <Tile
        name="Engagement"
        value={engagement.total === null ? null : formatShort(engagement.total)}
        tip={howAnswered(engagement)}
      >
        {answersOf(ad)}
      </Tile>
      <Tile
        name="Score"
        value={formatNumber(ad.performanceScore)}
        tip="From 0 to 100: how long it runs, its reach and its engagement, weighed. Further down are its parts."
      >
        of {formatNumber(100)}
      </Tile>
    </ul>
  );
}

interface TileProps {
  readonly name: string;
  /** Null when not known. */
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
        {value === null && <span className="sr-only">Not known</span>}
      </Tip>
      <span className="text-xs text-quiet">{children}</span>
    </li>
  );
}

function kindOfReach({ value, lower, upper, kind }: Ad['reach']): string {
  if (value === null) return 'not known';
  if (kind === 'reported') return 'as the platform reports it';
  if (lower !== null && upper !== null) return `between ${formatShort(lower)} and ${formatShort(upper)}`;
  return 'estimated';
}

function howAnswered({ total, capturedAt, rankCountry }: Ad['engagement']): string {
  if (total === null) return 'No source tells likes, comments or shares of this ad.';
  const where = rankCountry === null ? '' : ` in ${countryName(rankCountry)}`;
  const when = capturedAt === null ? '' : ` on ${formatDay(capturedAt)}`;
  return `${formatNumber(total)} likes, comments and shares together, as last measured${where}${when}.`;
}

function answersOf({ engagement: { views, likes, comments, shares }, reach }: Ad): string {
  const parts = [
    // What a source tells as reach stands beside it already, with how it is known.
    views !== null && views !== reach.value && shortly(views, 'view'),
    likes !== null && shortly(likes, 'like'),
    comments !== null && shortly(comments, 'comment'),
    shares !== null && shortly(shares, 'share'),
  ].filter((part) => part !== false);
  return parts.length === 0 ? 'not known' : parts.join(' · ');
}

function shortly(count: number, one: string): string {
  return `${formatShort(count)} ${count === 1 ? one : `${one}s`}`;
}

/** What each part gave to the score. */
export function ScoreSection({ ad }: { readonly ad: Ad }) {
  return (
    <Section
      title={`What makes the score of ${formatNumber(ad.performanceScore)}`}
      about="What is not known is left out, and its weight is spread over the rest"
    >
      <ul className="flex flex-col gap-2">
        {explainScore(ad.scoreParts).map(({ name, value, points, most }) => (
          <li key={name} className="grid grid-cols-[7rem_minmax(0,1fr)_5rem] items-center gap-3">
            <span>{name}</span>
            <Bar share={value ?? 0} />
            <span className="text-right whitespace-nowrap text-quiet tabular-nums">
              {value === null ? 'not known' : `${formatNumber(points)} of ${formatNumber(most)}`}
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}
