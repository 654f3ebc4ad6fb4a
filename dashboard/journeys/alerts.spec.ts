import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, magpie, test } from './people.ts';
import { section } from './locators.ts';
import { adsCopy } from '../src/features/ads/copy.ts';
import { alertsCopy } from '../src/features/alerts/copy.ts';

const { slots, sentence } = alertsCopy;

test('a rule is written as a sentence, tested on past ads, saved, paused and deleted', async ({
  page,
  newcomer: { program },
}) => {
  const tried = async (days: number): Promise<RegExp> => {
    const { total } = await program.notifications.testRule.query({
      event: 'new_ads',
      companyNames: [],
      keywords: ['shipping'],
      days,
    });
    expect(total).toBeGreaterThan(0);
    return new RegExp(alertsCopy.pastMatches.matched('.*', days, adsCopy.ads(total)).join(''));
  };
  await page.goto('/alerts');
  await page.getByRole('link', { name: alertsCopy.newRule }).click();
  await expect(page.getByText(alertsCopy.editor.noFollowedBrands)).toBeVisible();
  await page.getByRole('button', { name: slots.value(slots.brands, sentence.followedBrand) }).click();
  await page.getByRole('radio', { name: slots.brandOptions.any }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: slots.value(slots.keywords, sentence.anything) }).click();
  await page.getByRole('textbox', { name: slots.addKeyword }).fill('shipping');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');

  const past = section(page, alertsCopy.pastMatches.title);
  await expect(past.getByText(await tried(30))).toBeVisible();
  await past.getByRole('radio', { name: adsCopy.days(7) }).click();
  await expect(past.getByText(await tried(7))).toBeVisible();
  await expect(
    past.getByRole('list', { name: alertsCopy.pastMatches.byDay }).getByRole('article'),
  ).not.toHaveCount(0);
  expect(await program.notifications.listRules.query()).toEqual([]);

  await page.getByRole('textbox', { name: alertsCopy.editor.name }).fill('Shipping');
  await page.getByRole('button', { name: alertsCopy.editor.save }).click();
  const rules = page.getByRole('list', { name: alertsCopy.rules.list });
  const { verb, mention } = sentence.events.new_ads;
  await expect(rules.getByText(`When ${sentence.anyBrand} ${verb} ${mention} shipping`)).toBeVisible();
  await rules.getByRole('switch', { name: alertsCopy.rules.isOn('Shipping') }).click();
  await expect(rules.getByText(alertsCopy.rules.paused.trim())).toBeVisible();
  await expect.poll(async () => (await program.notifications.listRules.query())[0]?.enabled).toBe(false);
  await rules.getByRole('button', { name: alertsCopy.rules.deleteRule('Shipping') }).click();
  await expect(page.getByRole('link', { name: alertsCopy.rules.createFirst })).toBeVisible();
});

test('a new ad of a followed brand appears in the bell without a reload; opening it marks it as read', async ({
  page,
  newcomer: { program },
}) => {
  const company = `Journey Kettles ${Date.now()}`;
  await program.companies.follow.mutate({ companyName: company });
  await expect(page.getByRole('button', { name: alertsCopy.bell.name(0), exact: true })).toBeVisible();
  const opened = await page.evaluate(() => performance.timeOrigin);

  const folder = mkdtempSync(path.join(os.tmpdir(), 'magpie-ads-'));
  const file = path.join(folder, 'ads.jsonl');
  const ad = {
    key: `web:journey-${Date.now()}`,
    advertiser: { name: company },
    platforms: ['instagram'],
    status: 'active',
    headlines: ['Boils before you can ask'],
    bodies: ['A kettle for people in a hurry.'],
    startDate: new Date().toISOString().slice(0, 10),
  };
  writeFileSync(file, `${JSON.stringify(ad)}\n`);
  await magpie('import', file);
  rmSync(folder, { recursive: true });

  await page.getByRole('button', { name: alertsCopy.bell.name(1) }).click();
  expect(await page.evaluate(() => performance.timeOrigin)).toBe(opened);
  const newest = page.getByRole('dialog', { name: alertsCopy.bell.newest });
  await newest.getByRole('link', { name: new RegExp(company) }).click();
  await expect(page.getByRole('heading', { name: alertsCopy.title, level: 1 })).toBeVisible();
  await expect(
    page.getByRole('article', { name: adsCopy.card.label(company, 'Boils before you can ask') }),
  ).toBeVisible();
  await expect(page.getByRole('button', { name: alertsCopy.bell.name(0), exact: true })).toBeVisible();
  expect(await program.notifications.unreadCount.query()).toEqual({ count: 0 });
  await page.getByRole('switch', { name: alertsCopy.inbox.unreadOnly }).click();
  await expect(page.getByText(alertsCopy.inbox.caughtUp)).toBeVisible();
});

test('an alert is created from a search and from a brand, and names the filters that a rule does not have', async ({
  page,
  newcomer: { program },
}) => {
  const search = new URLSearchParams({
    searchQuery: 'shipping',
    platforms: '["tiktok"]',
    countries: '["US"]',
    daysRunningMin: '30',
  });
  await page.goto(`/discover?${search.toString()}`);
  await page.getByRole('link', { name: adsCopy.alertMe }).click();
  const { countries, daysRunning } = adsCopy.filters.names;
  await expect(page.getByRole('note')).toHaveText(
    alertsCopy.editor.leftOut(`${countries} and ${daysRunning}`),
  );
  const slot = (name: string, text: string) => page.getByRole('button', { name: slots.value(name, text) });
  await expect(slot(slots.brands, sentence.anyBrand)).toBeVisible();
  await expect(slot(slots.keywords, 'shipping')).toBeVisible();
  await expect(slot(slots.platforms, 'TikTok')).toBeVisible();
  await page.getByRole('button', { name: alertsCopy.editor.save }).click();
  await expect(page).toHaveURL(/tab=rules/);

  const [brand] = await program.brandSpy.listTopAdvertisers.query({ limit: 1 });
  const name = brand?.company ?? '';
  await page.goto(`/brands/${encodeURIComponent(name)}`);
  await page.getByRole('link', { name: adsCopy.alertMe }).click();
  await expect(slot(slots.brands, name)).toBeVisible();
  await expect(page.getByRole('note')).toHaveCount(0);
  await page.getByRole('button', { name: alertsCopy.editor.save }).click();
  await expect(page).toHaveURL(/tab=rules/);
  expect(await program.notifications.listRules.query()).toMatchObject([
    { event: 'new_ads', companyNames: [], keywords: ['shipping'], platforms: ['tiktok'] },
    { event: 'new_ads', companyNames: [name], keywords: [], platforms: [] },
  ]);
});

test('choosing specific brands and closing without one keeps the rule as it was', async ({
  newcomer: { page },
}) => {
  await page.goto('/alerts/rules/new');
  const brands = page.getByRole('button', { name: slots.value(slots.brands, sentence.followedBrand) });
  await brands.click();
  await page.getByRole('radio', { name: slots.brandOptions.named }).click();
  await expect(page.getByRole('combobox', { name: slots.findBrand })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(brands).toBeVisible();
  await brands.click();
  await expect(page.getByRole('radio', { name: slots.brandOptions.followed })).toBeChecked();
});
