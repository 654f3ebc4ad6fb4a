import { expect, it } from 'vitest';
import { findAdvertiser, summarizeCopies, summarizeLandingPages } from './brands.ts';

const page = { domain: 'acme.example', firstSeenAt: '2026-01-05', lastSeenAt: '2026-01-05' };
const counted = { ...page, adCount: 2, activeAds: 1 };

it('states that a sum of reach is not known, because none of the ads has one', async () => {
  const company = { name: 'Acme', adCount: 3, platforms: ['facebook'], matchType: 'exact' };
  const companies = [
    { ...company, totalReach: 0 },
    { ...company, totalReach: 12.4 },
  ];
  expect(await findAdvertiser.run(async () => ({ companies }), { name: 'Acme' })).toMatchObject({
    companies: [{ reach: 'not known' }, { reach: 12 }],
  });
  const copy = { body: 'Anvils', adCount: 1, daysRunning: 2, performanceScore: 3, sampleAd: { hash: 'a' } };
  expect(summarizeCopies([{ ...copy, totalReach: 0 }] as never, 100)).toMatchObject([{ reach: 'not known' }]);
});

it('states whether the share of a landing page is one of reach or of ads', () => {
  const pages = [
    { ...counted, url: 'https://acme.example/a', totalReach: 300, distribution: 100 },
    { ...counted, url: 'https://acme.example/b', totalReach: 0, distribution: 0 },
    { ...counted, url: 'https://acme.example/c', totalReach: 0, distribution: 25.04 },
  ];
  expect(summarizeLandingPages(pages)).toMatchObject([
    { percentOfReach: 100 },
    { percentOfReach: 'not known' },
    { percentOfAds: 25 },
  ]);
});
