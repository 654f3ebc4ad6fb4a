import { describe, expect, it } from 'vitest';
import type { Ad } from '../../lib/api/types.ts';
import { mediaRatio } from './AdMedia.tsx';

describe('the ratio of a creative', () => {
  const ratio = (
    width: number | null,
    height: number | null,
    platform: Ad['platform'] = 'facebook',
  ): number =>
    mediaRatio({ platform, media: [{ type: 'image', width, height }], cards: [] } as unknown as Ad);

  it('is its own', () => {
    expect(ratio(1080, 1350)).toBe(0.8);
    expect(ratio(1910, 1000)).toBe(1.91);
  });

  it('is at most four to seven for tall ones, and three to one for wide ones', () => {
    expect(ratio(1080, 1920)).toBe(5 / 8);
    expect(ratio(728, 90)).toBe(3);
  });

  it('is the usual one of the platform if the size is unknown', () => {
    expect(ratio(null, null)).toBe(0.8);
    expect(ratio(1080, null, 'youtube')).toBe(1.91);
    expect(ratio(null, null, 'tiktok')).toBe(5 / 8);
  });
});
