import { describe, expect, it } from 'vitest';
import type { Derived, EnrichmentInput } from '../ads/enrichment.ts';
import type { Postgres } from '../db/postgres/postgres.ts';
import { createEnrichment } from './enrichment.ts';
import { adWith, cardWith, medium } from './facts.fixture.ts';

const enrichment = createEnrichment();
/** Without a text model the database is not queried. */
const noDatabase: Postgres = {
  query: () => Promise.reject(new Error('unexpected query')),
  transaction: () => Promise.reject(new Error('began a transaction')),
};
const derive = async (facts: EnrichmentInput): Promise<Derived | undefined> =>
  (await enrichment.derive([facts], noDatabase))[0];

it('derives everything from a complete ad', async () => {
  const derived = await derive(
    adWith({
      bodies: ['Only today: 50% off everything, and free shipping on every order.'],
      headlines: ['Save 50% today'],
      ctaType: 'SHOP_NOW',
      landingPageUrl: 'https://l.facebook.com/l.php?u=https%3A%2F%2Fwww.example.com%2FSale%2F%3Fx%3D1',
      media: [medium('image'), medium('video')],
    }),
  );
  expect(derived).toMatchObject({
    language: 'en',
    format: 'video',
    mediaType: 'video',
    landingPage: 'example.com/Sale',
    landingPageDomain: 'example.com',
    adType: expect.any(String),
  });
  const known = new Set(enrichment.tagDefinitions.map(({ tagDefinitionId }) => tagDefinitionId));
  const tags = derived?.tags ?? [];
  expect(tags.length).toBeGreaterThan(0);
  expect(tags.every(({ tagDefinitionId }) => known.has(tagDefinitionId))).toBe(true);
  const confidences = tags.map(({ confidence }) => confidence);
  expect(confidences).toEqual(confidences.toSorted((one, other) => other - one));
});

it('derives nothing from an empty ad', async () => {
  expect(await derive(adWith({}))).toMatchObject({
    language: null,
    format: 'other',
    mediaType: 'other',
    landingPage: null,
    landingPageDomain: null,
    tags: [],
  });
});

describe('the landing page', () => {
  it('is that of the first card with one, if the ad has none', async () => {
    const cards = [cardWith({}), cardWith({ landingPageUrl: 'https://example.com/a' })];
    expect(await derive(adWith({ cards }))).toMatchObject({
      landingPage: 'example.com/a',
      landingPageDomain: 'example.com',
    });
  });

  it('may be only a domain', async () => {
    expect(await derive(adWith({ landingPageDomain: 'WWW.Example.com' }))).toMatchObject({
      landingPage: null,
      landingPageDomain: 'example.com',
    });
  });
});

it('is deterministic and independent of other ads', async () => {
  const facts = adWith({ bodies: ['Loved by 10,000 customers. Try it risk-free.'] });
  const others = [
    adWith({ bodies: ['Heute 50 % Rabatt auf alles, was wir in unserem Laden haben.'] }),
    adWith({ headlines: facts.bodies }),
  ];
  const [first, other, , again] = await createEnrichment().derive([facts, ...others, facts], noDatabase);
  expect(first).toEqual(await derive(facts));
  expect(again).toEqual(first);
  expect(other?.language).toBe('de');
});

it('has a version for every step', () => {
  expect(
    Object.values(enrichment.versions).every((version) => Number.isInteger(version) && version > 0),
  ).toBe(true);
});
