import { adsCopy } from '../src/features/ads/copy.ts';
import { brandsCopy } from '../src/features/brands/copy.ts';
import { section } from './locators.ts';
import { expect, type Person, test } from './people.ts';

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
  await creatives.getByLabel(brandsCopy.creatives.sort).selectOption('adCount');
  const [first] = found.creatives;
  if (first === undefined) throw new Error('The brand has no creatives.');
  const tile = creatives.getByRole('listitem').first();
  await expect(tile).toContainText(brandsCopy.creatives.ads(first.adCount, first.activeAds));
  await expect(page).toHaveURL(/creativesBy=adCount/);

  await tile.getByRole('link').click();
  const family = await program.ads.getFamily.query({ hash: first.ad.hash, limit: 6 });
  const same = section(page, adsCopy.family.title);
  await expect(same).toContainText(adsCopy.family.summary(family));
  const other = family.members.find(({ hash }) => hash !== first.ad.hash);
  await same.getByRole('listitem').first().getByRole('link').click();
  await expect(page).toHaveURL(new RegExp(`/ads/${other?.hash}`));
});

test('the tests of a brand show their arms and the outcome', async ({ page, newcomer }) => {
  const { brand, found } = await findBrand(newcomer, async (companyName) => {
    const { tests } = await newcomer.program.brandSpy.listTests.query({ companyName, limit: 1 });
    return tests[0];
  });
  await page.goto(`/brands/${encodeURIComponent(brand)}`);
  const first = section(page, brandsCopy.tests.title).getByRole('listitem').first();
  await expect(first).toContainText(brandsCopy.tests.outcomes[found.outcome](found.arms));
  await expect(first).toContainText(brandsCopy.tests.launched(found));
  await expect(first.getByRole('listitem')).toHaveCount(found.arms.length);
});

test('an ad page says how many ads of the brand it has outlived', async ({ page, newcomer }) => {
  const { found } = await findBrand(newcomer, async (companyName) => {
    const { creatives } = await newcomer.program.brandSpy.listCreatives.query({ companyName, limit: 1 });
    const hash = creatives[0]?.ad.hash ?? '';
    const survival = await newcomer.program.brandSpy.getSurvival.query({ companyName, hash });
    const outlived = survival.ad?.outlived ?? null;
    return outlived === null ? undefined : { hash, outlived, basis: survival.basis, companyName };
  });
  await page.goto(`/ads/${found.hash}`);
  const { ofBrand, ofCategory, outlived, title } = adsCopy.survival;
  const whose = found.basis === 'advertiser' ? ofBrand(found.companyName) : ofCategory;
  await expect(section(page, title)).toContainText(outlived(found.outlived, whose));
});
