import type { Ad } from '../../lib/api/types.ts';
import { Tip } from '../../ui/Tip.tsx';
import { adsCopy } from './copy.ts';

const copy = adsCopy.reach;

/** How many people an ad reached, marked where it is estimated. */
export function Reach({ reach }: { readonly reach: Ad['reach'] }) {
  const { lower, upper } = reach;
  const value = copy.value(reach);
  if (value === null) return null;
  return (
    <Tip tip={copy.source(reach)}>
      {copy.short(value)}
      {lower !== null && upper !== null && <span className="sr-only">{copy.range(lower, upper)}</span>}
    </Tip>
  );
}
