import { platformNames, type Platform } from '../words/labels.ts';

/** Letters in place of logos that are not ours to draw. */
const marks: Readonly<Record<Platform, string>> = {
  facebook: 'f',
  instagram: 'ig',
  youtube: 'yt',
  linkedin: 'in',
  tiktok: 'tt',
};

export function PlatformMarks({ platforms }: { readonly platforms: readonly Platform[] }) {
  return (
    <ul className="flex shrink-0 gap-1" aria-label="Platforms">
      {platforms.map((platform) => (
        <li
          key={platform}
          title={platformNames[platform]}
          className="flex size-5 items-center justify-center rounded-sm border text-xs text-quiet"
        >
          <span aria-hidden>{marks[platform]}</span>
          <span className="sr-only">{platformNames[platform]}</span>
        </li>
      ))}
    </ul>
  );
}
