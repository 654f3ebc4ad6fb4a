import { hueAt } from '../../ui/charts/points.ts';
import { formatShare } from '../../lib/format.ts';

interface Part {
  readonly name: string;
  /** 0 to 1. */
  readonly share: number;
}

interface ShareStripProps {
  readonly parts: readonly Part[];
}

/** A stacked bar with a labeled legend. */
export function ShareStrip({ parts }: ShareStripProps) {
  return (
    <div className="flex flex-col gap-3">
      <div aria-hidden className="flex h-4 gap-0.5 overflow-hidden rounded-full bg-sunk">
        {parts.map(({ name, share }, index) => (
          <div key={name} style={{ width: `${share * 100}%`, background: hueAt(index) }} />
        ))}
      </div>
      <ul className="flex flex-wrap gap-x-6 gap-y-1">
        {parts.map(({ name, share }, index) => (
          <li key={name} className="flex min-w-0 items-center gap-2">
            <span aria-hidden className="size-2.5 shrink-0 rounded-sm" style={{ background: hueAt(index) }} />
            <span className="min-w-0 truncate text-quiet">{name}</span>
            <span className="font-semibold tabular-nums">{formatShare(share)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
