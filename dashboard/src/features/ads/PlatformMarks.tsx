import { platformRows } from '@magpie/contract/platforms';
import type { ReactNode } from 'react';
import { formatNumber } from '../../lib/format.ts';
import { platformNames, type Platform } from '../../lib/labels.ts';
import { adsCopy } from './copy.ts';

const maxShown = 3;

interface PlatformMarksProps {
  readonly platforms: readonly Platform[];
  readonly showAll?: boolean;
}

/** The platforms of an ad. Only a few are shown, so that the brand name fits beside them on a card. */
export function PlatformMarks({ platforms, showAll = false }: PlatformMarksProps) {
  const shown = !showAll && platforms.length > maxShown ? platforms.slice(0, maxShown - 1) : platforms;
  const rest = platforms.slice(shown.length).map((platform) => platformNames[platform]);
  return (
    <ul className="flex shrink-0 gap-1" aria-label={adsCopy.platforms}>
      {shown.map((platform) => (
        <Mark key={platform} name={platformNames[platform]}>
          <svg viewBox="0 0 24 24" width={16} height={16} fill="currentColor" fillRule="evenodd" aria-hidden>
            <path d={platformRows[platform].mark} />
          </svg>
        </Mark>
      ))}
      {rest.length > 0 && <Mark name={rest.join(', ')}>+{formatNumber(rest.length)}</Mark>}
    </ul>
  );
}

function Mark({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <li title={name} className="flex h-5 min-w-4 items-center justify-center text-xs text-quiet">
      <span aria-hidden>{children}</span>
      <span className="sr-only">{name}</span>
    </li>
  );
}
