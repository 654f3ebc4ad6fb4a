import { existsSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { contract, inputFields, OpenAd } from './index.ts';
import { adLibraries, createPlatformTable, platformRows, platformTable } from './platforms.ts';
import { createAdKeySchema } from './records/openAd.ts';
import { readSources } from './testing/sourceFiles.ts';
import { choice } from './values/fields.ts';

describe('a new platform', () => {
  const { platforms, ...table } = createPlatformTable(
    {
      ...adLibraries,
      reddit: {
        label: 'Reddit',
        domain: 'reddit.com',
        pages: ['ads.reddit.com'],
        ids: [
          {
            prefix: '',
            adPages: [/^ads\.reddit\.com\/ad\/(\d+)$/],
            url: (id) => `https://ads.reddit.com/ad/${id}`,
          },
        ],
        formats: ['redditApi'],
      },
    },
    {
      ...platformRows,
      reddit: {
        label: 'Reddit',
        mark: 'p',
        library: 'reddit',
        isLibraryDefault: true,
        domains: ['reddit.com', 'redd.it'],
        names: /\breddit\b/,
        aspectRatio: 2 / 3,
      },
    },
  );
  const identity = {
    key: 'reddit:123',
    externalId: '123',
    sourceUrl: 'https://ads.reddit.com/ad/123',
  };

  test('is accepted by the schemas of platforms and of keys', () => {
    expect(choice(platforms).parse('reddit')).toBe('reddit');
    expect(createAdKeySchema(table.keyPrefixes).parse(identity.key)).toBe(identity.key);
    expect(createAdKeySchema(platformTable.keyPrefixes).safeParse(identity.key).success).toBe(false);
  });

  test('has a label, a mark and a key prefix', () => {
    expect(table.labels).toMatchObject({ facebook: 'Facebook', reddit: 'Reddit' });
    expect(table.rows.reddit.mark).toBe('p');
    expect(table.keyPrefix('reddit')).toBe('reddit');
  });

  test('has a library that is not one without a platform', () => {
    expect(table.otherLibraries).not.toContain('reddit');
    expect(table.otherLibraries).toContain('pinterest');
  });

  test('is found by library links, profiles, hosts and names', () => {
    expect(table.findLibraryAd(identity.sourceUrl)).toEqual({ ...identity, platform: 'reddit' });
    expect(table.isLibraryUrl('https://ads.reddit.com/')).toBe(true);
    expect(table.isProfileUrl('https://www.reddit.com/acme')).toBe(true);
    expect(table.findByHost('redd.it')).toBe('reddit');
    expect(table.findByName(['reddit feed', 'fb'])).toEqual(['facebook', 'reddit']);
    expect(new RegExp(table.libraryDomains).test('reddit.com')).toBe(true);
  });

  test('needs a mapper that passes its ids through the table', () => {
    expect(table.identifyAd('reddit', '123')).toEqual(identity);
  });

  test('takes three files: its row, its mapper and the test of the mapper', () => {
    // Platforms without a connector; readers of the extension's sites and connectors are optional.
    for (const [library, format] of [
      ['linkedin', 'linkedinApi'],
      ['google', 'googleTransparency'],
    ] as const) {
      const name = new RegExp(String.raw`\b${format}\b`);
      const files = readSources().filter(
        ({ file, text }) => !file.startsWith('extension/') && name.test(text),
      );
      const mapper = `sources/src/${library}/${format}`;
      expect(files.map(({ file }) => file)).toEqual(['contract/src/platforms.ts', `${mapper}.ts`]);
      expect(existsSync(new URL(`../../${mapper}.test.ts`, import.meta.url))).toBe(true);
    }
  });
});

test('a row accepts its own domains and label', () => {
  for (const platform of platformTable.platforms) {
    const { domains, label } = platformRows[platform];
    for (const domain of domains) expect(platformTable.findByHost(`www.${domain}`)).toBe(platform);
    expect(platformTable.findByName([label.toLowerCase()])).toEqual([platform]);
  }
});

test('the links of identified ads lead back to their ids', () => {
  const advertiserId = 'AR01234';
  for (const [library, id] of [
    ['meta', '123456'],
    ['tiktok', '123456'],
    ['linkedin', '123456'],
    ['google', 'CR123456'],
    ['microsoft', '123456'],
  ] as const) {
    const identity = platformTable.identifyAd(library, id, { advertiserId });
    expect(platformTable.findLibraryAd(identity.sourceUrl ?? '')?.key).toBe(identity.key);
  }
  const top = platformTable.identifyAd('tiktok', '123456', { prefix: 'top-' });
  expect(platformTable.findLibraryAd(top.sourceUrl ?? '')?.key).toBe('tiktok:top-123456');
});

test('the platforms on the wire are those of the specification', () => {
  const specified = ['facebook', 'instagram', 'youtube', 'linkedin', 'tiktok'];
  expect(platformTable.platforms).toEqual(specified);
  expect(inputFields(contract.ads.list)).toContain('platforms');
  expect(OpenAd.shape.platforms.parse(specified)).toEqual(specified);
  expect(contract.trending.topAdvertisers.input.safeParse({ windowDays: 1, platform: 'web' }).success).toBe(
    false,
  );
});

/** These name platforms without listing them. */
const exceptions = new Set([
  'contract/src/platforms.ts',
  // Traits of the demo ads of each library.
  'demo/src/demoAds.ts',
  // Redirects of platforms and of affiliate networks.
  'sources/src/mapping/redirects.ts',
  // Links of pages, and of advertisers in ad libraries.
  'server/src/ingestion/live/competitor.ts',
  // Phrases of ads.
  'server/src/enrichment/taxonomy/audience.ts',
  'server/src/enrichment/taxonomy/nextStep.ts',
]);

test('no other source file lists the platforms', () => {
  const listing = readSources().filter(({ text }) => {
    const lowered = text.toLowerCase();
    return platformTable.platforms.filter((platform) => lowered.includes(platform)).length > 3;
  });
  expect(listing.map(({ file }) => file).filter((file) => !exceptions.has(file))).toEqual([]);
});
