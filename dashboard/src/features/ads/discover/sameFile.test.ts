import { expect, it } from 'vitest';
import type { FoundAd } from '../../../lib/api/types.ts';
import { foldSameFile } from './sameFile.ts';

interface Shown {
  readonly hash: string;
  readonly brand?: number;
  readonly urls: readonly string[];
  readonly poster?: string;
}

function found({ hash, brand = 1, urls, poster }: Shown): FoundAd {
  const media = urls.map((url) => ({
    type: poster === undefined ? 'image' : 'video',
    url,
    thumbnailUrl: poster ?? null,
  }));
  return { hash, advertiser: { advertiserId: brand }, media, cards: [] } as unknown as FoundAd;
}

const files = 'https://files.example';

it('shows the same file of a brand once, with the ads that it stands for', () => {
  const ads = [
    found({ hash: 'a', urls: [`${files}/1.mp4?oh=1`], poster: `${files}/1.jpg` }),
    found({ hash: 'other brand', brand: 2, urls: [`${files}/1.mp4`], poster: `${files}/1.jpg` }),
    found({ hash: 'signed again', urls: [`${files}/1.mp4?oh=2`], poster: `${files}/2.jpg` }),
    found({ hash: 'same poster', urls: [`${files}/encoded.mp4`], poster: `${files}/1.jpg` }),
    found({ hash: 'poster of a variant', urls: [`${files}/third.mp4`], poster: `${files}/2.jpg` }),
    found({ hash: 'b', urls: [`${files}/b.jpg`] }),
    found({ hash: 'cards', urls: [`${files}/b.jpg`, `${files}/c.jpg`] }),
    found({ hash: 'text', urls: [] }),
    found({ hash: 'text too', urls: [] }),
    found({ hash: 'same picture', urls: [`${files}/b.jpg`] }),
  ];
  const { ads: shown, foldedInto } = foldSameFile(ads, new Set());
  expect(shown.map(({ hash }) => hash)).toEqual(['a', 'other brand', 'b', 'cards', 'text', 'text too']);
  expect([...foldedInto].map(([hash, others]) => [hash, others.map((ad) => ad.hash)])).toEqual([
    ['a', ['signed again', 'same poster', 'poster of a variant']],
    ['b', ['same picture']],
  ]);
  const opened = foldSameFile(ads, new Set(['a']));
  expect(opened.ads.map(({ hash }) => hash)).not.toContain('same picture');
  expect(opened.ads).toHaveLength(9);
});
