import { OpenAd } from '@magpie/contract';
import { describe, expect, it } from 'vitest';
import { Batch } from './batchRecorder.ts';

const ad = (more: object = {}): OpenAd => OpenAd.parse({ advertiser: { name: 'Acme' }, ...more });
const address = `https://cdn.example/${'x'.repeat(8000)}`;
const media = Array.from({ length: 200 }, () => ({ type: 'video', url: address, thumbnailUrl: address }));

/** The ads that fit into a batch until it is full. */
function filled(one: OpenAd): Batch {
  const batch = new Batch();
  while (!batch.isFull) batch.add(one);
  return batch;
}

/** The serialized size of a full batch. */
function lengthOf(one: OpenAd): number {
  return filled(one).ads.length * JSON.stringify(one).length;
}

describe('a batch', () => {
  it('is full at its size limit, whichever field the bytes are in', () => {
    const body = 'x'.repeat(15_000);
    const many = <Value>(value: Value): Value[] => Array.from({ length: 50 }, () => value);
    const changes = [{ field: 'bodies', from: [body], to: [body] }];
    const snapshot = { capturedAt: '2026-01-31T12:00:00.000Z', reach: 1_000_000, views: 1_000_000 };
    const texts = lengthOf(ad({ bodies: many(body) }));
    for (const bulk of [
      { media },
      { cards: many({ body, media: media.slice(0, 5) }) },
      { events: many({ at: '2026-01-31T12:00:00Z', kind: 'changed', changes }) },
      { snapshots: many(snapshot).flatMap(many) },
    ]) {
      const ratio = lengthOf(ad(bulk)) / texts;
      expect(ratio).toBeGreaterThan(0.7);
      expect(ratio).toBeLessThan(1.5);
    }
  });

  it('is full with many small ads or with many rejected records', () => {
    expect(filled(ad()).ads.length).toBeGreaterThan(1000);
    const batch = new Batch();
    while (!batch.isFull) batch.skip();
    expect(batch.ads).toEqual([]);
  });
});
