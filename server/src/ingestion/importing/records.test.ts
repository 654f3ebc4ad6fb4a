import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { checkAd, InputDocuments } from './records.ts';

const nested = (levels: number): unknown => JSON.parse(`${'['.repeat(levels)}1${']'.repeat(levels)}`);
const changed = (from: unknown): object => ({
  advertiser: { name: 'Acme' },
  events: [
    { at: '2026-01-31T12:00:00Z', kind: 'changed', changes: [{ field: 'status', from, to: 'active' }] },
  ],
});

describe('checkAd', () => {
  it('accepts an ad of the open format and drops derived fields', () => {
    const checked = checkAd({ advertiser: { name: ' Acme ' }, derived: { adType: 'offer' } });
    expect(checked).toMatchObject({ ad: { advertiser: { name: 'Acme' }, bodies: [], status: null } });
    expect(checked).not.toHaveProperty('ad.derived');
  });

  it('is idempotent, since the running server checks again', () => {
    const first = checkAd({
      advertiser: { name: 'Acme', categories: ['Shoes'] },
      key: 'meta:1',
      platforms: ['facebook'],
      countries: ['de'],
      startDate: '2026-01-01',
      capturedAt: '2026-01-31T13:00:00+01:00',
      reach: { value: 5 },
      demographics: { age: { '18-24': 3 } },
      snapshots: [{ capturedAt: '2026-01-01T00:00:00Z', likes: 1 }],
      ...changed('inactive'),
    });
    expect(first).toHaveProperty('ad');
    expect('ad' in first && checkAd(JSON.parse(JSON.stringify(first.ad)))).toEqual(first);
  });

  it('reports the first three problems', () => {
    expect(checkAd({ advertiser: { name: '' }, status: 'on', format: 'x', language: '?' })).toEqual({
      reason: expect.stringMatching(/^advertiser\.name [^;]+; format [^;]+; status [^;]+$/),
    });
  });

  it('rejects an ad with a too deeply nested event', () => {
    expect(checkAd(changed(nested(3)))).toHaveProperty('ad');
    expect(checkAd(changed(nested(50_000)))).toEqual({
      reason: 'events must not be nested more than 12 levels deep',
    });
  });

  it('removes credentials from every address and changes nothing else', () => {
    const token = `EAA${'x'.repeat(40)}`;
    const link = (path: string): string => `https://shop.example/${path}?a=1&access_token=${token}&b=%20#top`;
    const media = [{ type: 'image', url: link('media'), thumbnailUrl: link('thumbnail') }];
    const checked = checkAd({
      key: `web:${link('key')}`,
      sourceUrl: link('source'),
      landingPageUrl: link('landing'),
      advertiser: { name: 'Acme', pageUrl: link('page'), logoUrl: link('logo') },
      media,
      cards: [{ landingPageUrl: link('card'), media }],
      events: [
        {
          at: '2026-01-31T12:00:00Z',
          kind: 'changed',
          changes: [{ field: 'landingPageUrl', from: link('from'), to: null }],
        },
      ],
    });
    expect(JSON.stringify(checked)).not.toContain(token);
    expect(checked).toMatchObject({
      ad: {
        key: 'web:https://shop.example/key?a=1&b=%20#top',
        cards: [{ media: [{ thumbnailUrl: 'https://shop.example/thumbnail?a=1&b=%20#top' }] }],
      },
    });
    const harmless = { advertiser: { name: 'Acme' }, sourceUrl: 'https://shop.example/?#' };
    expect(checkAd(harmless)).toMatchObject({ ad: { sourceUrl: harmless.sourceUrl } });
  });

  it('removes credentials from the reported problem', () => {
    const checked = checkAd({
      advertiser: { name: 'Acme' },
      status: 'https://x.example/?access_token=s3cret',
    });
    expect(checked).toEqual({ reason: expect.stringMatching(/^status .+access_token=…/) });
    const ofUser = checkAd({ advertiser: { name: 'Acme' }, sourceUrl: 'https://me:s3cret@x.example/' });
    expect(ofUser).toEqual({ reason: expect.stringMatching(/^sourceUrl .+"https:\/\/…@x\.example/) });
  });
});

describe('the sample of a file', () => {
  it('is bounded by its decompressed size', async () => {
    const file = Buffer.from(`${JSON.stringify({ text: 'x'.repeat(1024 * 1024) })}\n`.repeat(60));
    for (const bytes of [file, gzipSync(file)]) {
      const documents = new InputDocuments(chunks(bytes), () => undefined);
      expect((await documents.sample()).length).toBeLessThan(30);
      await documents.close();
    }
  });
});

async function* chunks(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536);
}
