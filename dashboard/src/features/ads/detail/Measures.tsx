import type { ReactNode } from 'react';
import { explainConfidence, explainRank, explainScore } from '../Score.tsx';
import type { Ad } from '../../../lib/api/types.ts';
import { Section } from '../../../ui/Page.tsx';
import { Bar } from '../../../ui/Bar.tsx';
import { Tip } from '../../../ui/Tip.tsx';
import { formatShort } from '../../../lib/format.ts';
import { adsCopy } from '../copy.ts';

const copy = adsCopy.performance;

export function Measures({ ad }: { readonly ad: Ad }) {
  const { reach, engagement } = ad;
  return (
    <ul aria-label={copy.title} className="grid grid-cols-1 gap-3 sm:grid-cols-3">
      <Tile name={copy.daysRunning} value={copy.daysValue(ad)} tip={adsCopy.card.duration(ad)}>
        {copy.status(ad)}
      </Tile>
      <Tile name={copy.reach} value={adsCopy.reach.value(reach)} tip={adsCopy.reach.source(reach)}>
        {adsCopy.reach.kind(reach)}
      </Tile>
      <Tile
        name={copy.engagement}
        value={engagement.total === null ? null : formatShort(engagement.total)}
        tip={copy.engagementTip(engagement)}
      >
        {engagementParts(ad)}
      </Tile>
    </ul>
  );
}

interface TileProps {
  readonly name: string;
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
        {value === null && <span className="sr-only">{adsCopy.unknown}</span>}
      </Tip>
      <span className="text-xs text-quiet">{children}</span>
    </li>
  );
}

function engagementParts({ engagement: { views, likes, comments, shares }, reach }: Ad): string {
  const parts = [
    // Views that a source reports as reach are already shown as reach.
    views !== null && views !== reach.value && copy.engagementPart(views, 'view'),
    likes !== null && copy.engagementPart(likes, 'like'),
    comments !== null && copy.engagementPart(comments, 'comment'),
    shares !== null && copy.engagementPart(shares, 'share'),
  ].filter((part) => part !== false);
  return parts.length === 0 ? copy.unknown : parts.join(' · ');
}

export function ScoreSection({ ad }: { readonly ad: Ad }) {
  return (
    <Section title={adsCopy.score.title(ad.performanceScore)} about={adsCopy.score.explanation}>
      <ul className="flex flex-col gap-2">
        {explainScore(ad.scoreParts).map(({ name, value, points, max }) => (
          <li key={name} className="grid grid-cols-[7rem_minmax(0,1fr)_8rem] items-center gap-3">
            <span>{name}</span>
            <Bar share={value ?? 0} />
            <span className="text-right whitespace-nowrap text-quiet tabular-nums">
              {value === null ? adsCopy.score.unknownOf(max) : adsCopy.score.points(points, max)}
            </span>
          </li>
        ))}
      </ul>
      <p className="text-quiet">{explainConfidence(ad)}</p>
      <p className="text-quiet">{explainRank(ad)}</p>
    </Section>
  );
}
