import { ArrowDown, ArrowUp } from 'lucide-react';
import { Tip } from '../../ui/Tip.tsx';
import { trendingCopy } from './copy.ts';
import { compareLaunches } from './launches.ts';

const copy = trendingCopy.ranking;

interface SparklineProps {
  /** Ads launched on each day; the window is at the end. */
  readonly launched: readonly number[];
  readonly windowDays: number;
  readonly className: string;
}

const [width, height] = [96, 28];

/** Launches by day: the window in color, the days before it in gray. */
export function Sparkline({ launched, windowDays, className }: SparklineProps) {
  const first = Math.max(0, launched.length - windowDays);
  return (
    <span className={className}>
      <svg aria-hidden viewBox={`0 0 ${width} ${height}`} className="h-7 w-full">
        <line x2={width} y1={height - 0.5} y2={height - 0.5} stroke="var(--color-line)" />
        <path d={drawDays(launched, 0, first)} fill="var(--color-line-strong)" />
        <path d={drawDays(launched, first, launched.length)} fill="var(--color-chart-1)" />
      </svg>
      <span className="sr-only">{copy.launchesByDay(launched.join(', '))}</span>
    </span>
  );
}

/** Bars of the days from one place to another. */
function drawDays(launched: readonly number[], from: number, to: number): string {
  const slot = width / Math.max(1, launched.length);
  const max = Math.max(1, ...launched);
  const bar = Math.max(0.5, slot * 0.8);
  return launched
    .slice(from, to)
    .map((count, at) => {
      const tall = (count / max) * (height - 2);
      return `M${(from + at) * slot},${height - 1}v${-tall}h${bar}v${tall}z`;
    })
    .join('');
}

interface ChangeOfRowProps extends Pick<SparklineProps, 'windowDays'> {
  readonly launched: readonly number[] | undefined;
}

/** Of the number of launches, against as many days before. The line stays while it loads. */
export function ChangeOfRow({ launched, windowDays }: ChangeOfRowProps) {
  if (launched === undefined) return <span className="text-xs">{'\u00A0'}</span>;
  const compared = compareLaunches(launched, windowDays);
  if (compared === null)
    return (
      <Tip tip={copy.changeNotKnown} className="text-xs text-quiet">
        –
      </Tip>
    );
  const { now, before, percent } = compared;
  const isFew = now + before < 5;
  const Arrow = isFew || percent === 0 ? null : percent === null || percent > 0 ? ArrowUp : ArrowDown;
  return (
    <Tip
      tip={copy.changeTip(now, before, windowDays, isFew)}
      className="inline-flex items-center justify-end gap-0.5 self-end text-xs text-quiet"
    >
      {Arrow !== null && <Arrow size={12} aria-hidden />}
      {isFew ? '–' : percent === null ? copy.changeNew : copy.change(percent)}
    </Tip>
  );
}
