import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Logo } from '../ads/Logo.tsx';
import { PlatformMarks } from '../ads/PlatformMarks.tsx';
import { Bar } from '../../ui/Bar.tsx';
import { Tip } from '../../ui/Tip.tsx';
import { plural, formatNumber, formatShort } from '../../lib/format.ts';
import type { Platform } from '../../lib/labels.ts';

interface BrandRowProps {
  readonly name: string;
  readonly logo: string | null;
  readonly adCount: number;
  readonly reach: number;
  /** The reach of a full bar. */
  readonly largest: number;
  readonly platforms: readonly Platform[];
  /** Beside the name: the kind of match. */
  readonly note?: ReactNode;
}

export function BrandRow({ name, logo, adCount, reach, largest, platforms, note }: BrandRowProps) {
  return (
    <li className="relative flex items-center gap-3 py-2">
      <Logo name={name} url={logo} />
      <div className="flex min-w-0 flex-1 flex-col gap-0.5">
        <div className="flex items-center gap-2">
          <Link
            to="/brands/$name"
            params={{ name }}
            dir="auto"
            className="min-w-0 truncate py-0.5 text-left font-semibold hover:underline"
          >
            {name}
          </Link>
          {note}
          <span className="ml-auto hidden md:block">
            <PlatformMarks platforms={platforms} showAll />
          </span>
        </div>
        <Bar share={largest === 0 ? 0 : reach / largest} />
      </div>
      <div className="w-28 shrink-0 text-right tabular-nums">
        <Tip className="whitespace-nowrap" tip={`${formatNumber(reach)}over all its ads, partly estimated`}>
          ≈ {formatShort(reach)} reach
        </Tip>
        <p className="text-xs text-quiet">{plural(adCount, 'ad')}</p>
      </div>
    </li>
  );
}
