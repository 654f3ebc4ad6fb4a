import type { ReactNode } from 'react';
import { hueAt } from '../../charts/points.ts';

interface Part {
  readonly name: string;
  /** 0 to 1. */
  readonly share: number;
  /** In place of the name, where it is more than words. */
  readonly label?: ReactNode;
}

interface ShareStripProps {
  readonly parts: readonly Part[];
  readonly format: (share: number) => string;
}

/** What a whole is divided into: one strip, and under it each part by name, so that colours need not be told apart. */
export function ShareStrip({ parts, format }: ShareStripProps) {
  return (
    <div className="flex flex-col gap-3">
      <div aria-hidden className="flex h-4 gap-0.5 overflow-hidden rounded-full bg-sunk">
        {parts.map(({ name, share }, place) => (
          <div key={name} style={{ width: `${share * 100}%`, background: hueAt(place) }} />
        ))}
      </div>
      <ul className="flex flex-wrap gap-x-6 gap-y-1">
        {parts.map(({ name, share, label }, place) => (
          <li key={name} className="flex min-w-0 items-center gap-2">
            <span aria-hidden className="size-2.5 shrink-0 rounded-sm" style={{ background: hueAt(place) }} />
            <span className="min-w-0 truncate text-quiet">{label ?? name}</span>
            <span className="font-semibold">{format(share)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
