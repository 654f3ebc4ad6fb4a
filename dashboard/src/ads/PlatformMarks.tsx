import type { ReactNode } from 'react';
import { formatNumber } from '../words/format.ts';
import { platformNames, type Platform } from '../words/labels.ts';

/** Letters in place of logos that are not ours to draw. */
const marks: Readonly<Record<Platform, string>> = {
  facebook: 'f',
  instagram: 'ig',
  youtube: 'yt',
  linkedin: 'in',
  tiktok: 'tt',
};

const most = 3;

interface PlatformMarksProps {
  readonly platforms: readonly Platform[];
  /** Where there is room for all of them. */
  readonly whole?: boolean;
}

/** Where an ad runs. More than a few would leave no room for a name beside them on a card: the rest are counted. */
export function PlatformMarks({ platforms, whole = false }: PlatformMarksProps) {
  const shown = !whole && platforms.length > most ? platforms.slice(0, most - 1) : platforms;
  const rest = platforms.slice(shown.length).map((platform) => platformNames[platform]);
  return (
    <ul className="flex shrink-0 gap-1" aria-label="Platforms">
      {shown.map((platform) => (
        <Mark key={platform} name={platformNames[platform]}>
          {marks[platform]}
        </Mark>
      ))}
      {rest.length > 0 && <Mark name={rest.join(', ')}>+{formatNumber(rest.length)}</Mark>}
    </ul>
  );
}

function Mark({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <li title={name} className="flex size-5 items-center justify-center rounded-sm border text-xs text-quiet">
      <span aria-hidden>{children}</span>
      <span className="sr-only">{name}</span>
    </li>
  );
}
