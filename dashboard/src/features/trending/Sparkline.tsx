import { ArrowDown, ArrowUp } from 'lucide-react';
import { Tip } from '../../ui/Tip.tsx';
import { classes } from '../../ui/classes.ts';
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
  const slot = width / Math.max(1, launched.length);
  const max = Math.max(1, ...launched);
  return (
    <svg
      role="img"
      aria-label={copy.launchesByDay(launched.join(', '))}
      viewBox={`0 0 ${width} ${height}`}
      className={classes('h-7', className)}
    >
      <line x2={width} y1={height - 0.5} y2={height - 0.5} stroke="var(--color-line)" />
      {launched.map((count, day) => {
        const tall = (count / max) * (height - 2);
        const isInWindow = day >= launched.length - windowDays;
        return (
          <rect
            key={day}
            x={day * slot}
            y={height - 1 - tall}
            width={Math.max(0.5, slot * 0.8)}
            height={tall}
            fill={isInWindow ? 'var(--color-chart-1)' : 'var(--color-line-strong)'}
          />
        );
      })}
    </svg>
  );
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
