import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, magpie, test } from './people.ts';
import { section } from './locators.ts';

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
    return new RegExp(`Matched on .* in the last ${days} days, with ${total} ads?\\.`);
  };
  await page.goto('/alerts');
  await page.getByRole('link', { name: 'New rule' }).click();
  await expect(page.getByText('You don’t follow any brands yet')).toBeVisible();
  await page.getByRole('button', { name: 'Brands: a brand I follow' }).click();
  await page.getByRole('radio', { name: 'Any' }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Keywords: anything' }).click();
  await page.getByRole('textbox', { name: 'Add a keyword or phrase' }).fill('shipping');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');

  const past = section(page, 'Past matches');
  await expect(past.getByText(await tried(30))).toBeVisible();
  await past.getByRole('radio', { name: '7 days' }).click();
  await expect(past.getByText(await tried(7))).toBeVisible();
  await expect(past.getByRole('list', { name: 'Matches by day' }).getByRole('article')).not.toHaveCount(0);
  expect(await program.notifications.listRules.query()).toEqual([]);

  await page.getByRole('textbox', { name: 'Name' }).fill('Shipping');
  await page.getByRole('button', { name: 'Save rule' }).click();
  const rules = page.getByRole('list', { name: 'Rules' });
  await expect(rules.getByText(/^When any brand launches new ads that mention .*shipping/)).toBeVisible();
  await rules.getByRole('switch', { name: 'Shipping is on' }).click();
  await expect(rules.getByText(/^Paused/)).toBeVisible();
  await expect.poll(async () => (await program.notifications.listRules.query())[0]?.enabled).toBe(false);
  await rules.getByRole('button', { name: 'Delete Shipping' }).click();
  await page.getByRole('button', { name: 'Delete rule' }).click();
  await expect(page.getByRole('link', { name: 'Create your first rule' })).toBeVisible();
});

test('a new ad of a followed brand appears in the bell without a reload; opening it marks it as read', async ({
  page,
  newcomer: { program },
}) => {
  const company = `Journey Kettles ${Date.now()}`;
  await program.companies.follow.mutate({ companyName: company });
  await expect(page.getByRole('button', { name: 'Inbox', exact: true })).toBeVisible();
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

  await page.getByRole('button', { name: 'Inbox, 1 unread' }).click();
  expect(await page.evaluate(() => performance.timeOrigin)).toBe(opened);
  const newest = page.getByRole('dialog', { name: 'Newest alerts' });
  await newest.getByRole('link', { name: new RegExp(company) }).click();
  await expect(page.getByRole('heading', { name: 'Alerts', level: 1 })).toBeVisible();
  await expect(page.getByRole('article', { name: `${company}: Boils before you can ask` })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Inbox', exact: true })).toBeVisible();
  expect(await program.notifications.unreadCount.query()).toEqual({ count: 0 });
  await page.getByRole('switch', { name: 'Unread only' }).click();
  await expect(page.getByText('All caught up.')).toBeVisible();
});
