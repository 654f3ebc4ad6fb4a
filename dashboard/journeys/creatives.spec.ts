import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { familyCopy, survivalCopy } from '../src/features/ads/detail/copy.ts';
import { brandsCopy } from '../src/features/brands/copy.ts';
import { choose, section } from './locators.ts';
import { expect, magpie, type Person, test } from './people.ts';

/** The first of the largest brands for which there is a result. */
async function findBrand<Found>(
  { program }: Person,
  read: (companyName: string) => Promise<Found | undefined>,
): Promise<{ readonly brand: string; readonly found: Found }> {
  for (const { company } of await program.brandSpy.listTopAdvertisers.query({ limit: 20 })) {
    const found = await read(company);
    if (found !== undefined) return { brand: company, found };
  }
  throw new Error('No brand of the demo has such ads.');
}

test('a brand page begins with its creatives, each once, and one leads to the ads with the same creative', async ({
  page,
  newcomer,
}) => {
  const { program } = newcomer;
  const { brand, found } = await findBrand(newcomer, async (companyName) => {
    const list = await program.brandSpy.listCreatives.query({ companyName, sortBy: 'adCount', limit: 8 });
    return (list.creatives[0]?.adCount ?? 0) > 1 ? list : undefined;
  });
  await page.goto(`/brands/${encodeURIComponent(brand)}`);
  const creatives = section(page, brandsCopy.creatives.title);
  await expect(creatives).toContainText(brandsCopy.creatives.count(found.total, found.evidence.ads));
  await choose(creatives, brandsCopy.creatives.sort, brandsCopy.creatives.orders.adCount);
  const [first] = found.creatives;
  if (first === undefined) throw new Error('The brand has no creatives.');
  const tile = creatives.getByRole('listitem').first();
  await expect(tile).toContainText(brandsCopy.creatives.ads(first.adCount, first.activeAds));
  await expect(page).toHaveURL(/creativesBy=adCount/);

  await tile.getByRole('link').click();
  const family = await program.ads.getFamily.query({ hash: first.ad.hash, limit: 6 });
  const same = section(page, familyCopy.title);
  await expect(same).toContainText(familyCopy.summary(family));
  const other = family.members.find(({ hash }) => hash !== first.ad.hash);
  await same.getByRole('listitem').first().getByRole('link').click();
  await expect(page).toHaveURL(new RegExp(`/ads/${other?.hash}`));
});

const dayAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

/** An ad that ran from one day to another, as it was seen from its start. */
function ranAd(brand: string, id: string, [from, to]: readonly [number, number], body: string) {
  return {
    key: `meta:${brand.replaceAll(' ', '-')}-${id}`,
    platforms: ['facebook'],
    advertiser: { name: brand },
    headlines: ['The bed in a box'],
    bodies: [body],
    landingPageUrl: 'https://bed.example/box',
    ctaText: 'Shop now',
    status: to === 0 ? 'active' : 'inactive',
    startDate: dayAgo(from),
    ...(to > 0 && { endDate: dayAgo(to) }),
    firstSeenAt: dayAgo(from),
    lastSeenAt: dayAgo(to),
    lastConfirmedAt: dayAgo(to),
  };
}

/** Three ads that differ in their first line, thirty that ended, and one that runs since 20 days. */
async function importBrand(folder: string): Promise<string> {
  const brand = `Bed Testers ${process.pid}`;
  const rest = 'Free returns for a year, and a bed that arrives rolled up in a box.';
  const hooks = ['Still awake at three?', 'Sleep is a need.', 'Your back will thank you.'];
  const ads = [
    ...hooks.map((hook, at) => ranAd(brand, `arm-${at}`, [200, at === 0 ? 130 : 190], `${hook}\n${rest}`)),
    ...Array.from({ length: 30 }, (_, at) =>
      ranAd(
        brand,
        `ended-${at}`,
        [300 + at, 295],
        `Mattress number ${at} for people who sleep on side ${at}.`,
      ),
    ),
    ranAd(brand, 'running', [20, 0], 'Made of wool from the hills, and of nothing else at all.'),
  ];
  const file = path.join(folder, 'ads.jsonl');
  writeFileSync(file, ads.map((ad) => JSON.stringify(ad)).join('\n'));
  await magpie('import', file);
  return brand;
}

test('tests of a brand show their arms and outcome, and an ad how many others it has outlived', async ({
  page,
  newcomer: { program },
}, testInfo) => {
  mkdirSync(testInfo.outputDir, { recursive: true });
  const brand = await importBrand(testInfo.outputDir);
  const { tests } = await program.brandSpy.listTests.query({ companyName: brand, limit: 1 });
  const [found] = tests;
  if (found === undefined) throw new Error('No test was found.');
  expect(found).toMatchObject({ differs: 'hook', outcome: 'clear' });
  await page.goto(`/brands/${encodeURIComponent(brand)}`);
  const first = section(page, brandsCopy.tests.title).getByRole('listitem').first();
  await expect(first).toContainText(brandsCopy.tests.outcomes.clear(found.arms));
  await expect(first).toContainText('Launched on');
  await expect(first.getByRole('listitem')).toHaveCount(3);

  const { ads } = await program.ads.search.query({ companyNames: [brand], status: 'active' });
  const hash = ads[0]?.hash ?? '';
  const { ad } = await program.brandSpy.getSurvival.query({ companyName: brand, hash });
  expect(ad?.outlived).toBeGreaterThan(0.3);
  await page.goto(`/ads/${hash}`);
  const { ofBrand, outlived, title } = survivalCopy;
  await expect(section(page, title)).toContainText(outlived(ad?.outlived ?? 0, ofBrand(brand)));
});
