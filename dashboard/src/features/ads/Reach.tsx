import type { Ad } from '../../lib/api/types.ts';
import { Tip } from '../../ui/Tip.tsx';
import { formatNumber, formatShort } from '../../lib/format.ts';

/** How many people an ad reached, marked where it is estimated. */
export function Reach({ reach }: { readonly reach: Ad['reach'] }) {
  const { value, lower, upper, kind } = reach;
  if (value === null) return null;
  const isExact = kind === 'reported';
  return (
    <Tip tip={explainReach(reach)}>
      {isExact ? '' : '≈ '}
      {formatShort(value)} reach
      {lower !== null && upper !== null && (
        <span className="sr-only">
          , between {formatNumber(lower)} and {formatNumber(upper)}
        </span>
      )}
    </Tip>
  );
}

/** Explains where the number comes from. */
export function explainReach({ value, lower, upper, kind }: Ad['reach']): string {
  if (kind === 'reported') return `${formatNumber(value ?? 0)}, reported by the platform.`;
  if (kind === 'range' && lower !== null && upper !== null)
    return `The platform reports ${formatNumber(lower)} to ${formatNumber(upper)}; this is the midpoint.`;
  return 'Estimated: the platform reports no reach for this ad.';
}
