import { buttons, expect, test, visit } from './installed.ts';
import { amazonPages } from '../src/sites/amazon/fixture.ts';
import { creativeCenterPages } from '../src/sites/creativeCenter/fixture.ts';
import { googlePages } from '../src/sites/google/fixture.ts';
import { linkedinPages } from '../src/sites/linkedin/fixture.ts';
import { metaPages } from '../src/sites/meta/fixture.ts';
import { pinterestPages } from '../src/sites/pinterest/fixture.ts';
import { invented } from '../src/sites/servedPage.fixture.ts';
import { temuPages } from '../src/sites/temu/fixture.ts';
import { tiktokLibraryPages } from '../src/sites/tiktokLibrary/fixture.ts';

const libraries = {
  meta: { ...metaPages(), platform: 'facebook' },
  tiktokLibrary: { ...tiktokLibraryPages(), platform: 'tiktok' },
  creativeCenter: { ...creativeCenterPages(), platform: 'tiktok' },
  linkedin: { ...linkedinPages(), platform: 'linkedin' },
  google: { ...googlePages(), platform: 'youtube' },
  pinterest: { ...pinterestPages(), platform: null },
  amazon: { ...amazonPages(), platform: null },
  temu: { ...temuPages(), platform: null },
};

test('an ad that loads later is saved with the data of the page, in every library', async ({
  installed: { person, context, connect },
}) => {
  await connect();
  const [, , ad] = invented;
  for (const [name, { withData, ids, platform }] of Object.entries(libraries)) {
    const page = await visit(context, withData);
    await expect(buttons(page)).toHaveCount(2);
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await expect(buttons(page)).toHaveCount(3);
    const third = buttons(page).nth(2);
    await third.getByRole('button', { name: 'Save', exact: true }).click();
    // The first save needs a board; after that one click is enough.
    if (name === 'meta') {
      const picker = page.getByRole('dialog', { name: 'Save to a board' });
      await picker.getByRole('combobox').fill('Seen today');
      await picker.getByRole('option', { name: 'New board “Seen today”' }).click();
    }
    await expect(third.getByRole('button', { name: 'Saved · Seen today' })).toBeVisible();
    const { ads } = await person.program.ads.list.query({});
    const saved = ads.find(({ externalId }) => externalId.endsWith(ids[2]));
    expect(saved, name).toMatchObject({ advertiser: { name: ad.brand }, platform });
    expect(JSON.stringify(saved), name).toContain(ad.picture);
    await page.close();
  }
  const boards = await person.program.boards.list.query();
  expect(boards).toMatchObject([{ name: 'Seen today', adCount: Object.keys(libraries).length }]);
  const { ads } = await person.program.ads.list.query({});
  expect(ads.find(({ externalId }) => externalId === libraries.meta.ids[2])).toMatchObject({
    body: ad.text,
    headline: ad.headline,
    landingPageUrl: `https://${ad.domain}/landing?utm_source=fb`,
    ctaText: 'Shop now',
  });
});

test('a saved ad is marked in every tab at once and never saved twice', async ({
  installed: { person, context, connect },
}) => {
  await connect();
  const { id } = await person.program.boards.create.mutate({ name: 'Lamps' });
  // Without usable page data, the cards are read.
  const { withData, withoutData } = libraries.meta;
  const bare = await visit(context, withoutData);
  const second = buttons(bare).nth(1);
  await second.getByRole('button', { name: 'Choose a board' }).click();
  const picker = bare.getByRole('dialog', { name: 'Save to a board' });
  await picker.getByRole('option', { name: 'Lamps' }).click();
  await expect(second.getByRole('button', { name: 'Saved · Lamps' })).toBeVisible();
  const { ads } = await person.program.ads.list.query({ boardId: id });
  expect(ads).toMatchObject([{ advertiser: { name: invented[1].brand }, body: invented[1].text }]);

  const other = await visit(context, withData);
  await expect(buttons(other).nth(1).getByRole('button', { name: 'Saved · Lamps' })).toBeVisible();
  await other.bringToFront();
  await buttons(other).nth(0).getByRole('button', { name: 'Save', exact: true }).click();
  await bare.bringToFront();
  await expect(buttons(bare).nth(0).getByRole('button', { name: 'Saved · Lamps' })).toBeVisible();
  await bare.reload();
  await expect(bare.getByRole('button', { name: 'Saved · Lamps' })).toHaveCount(2);
  expect(await person.program.boards.list.query()).toMatchObject([{ adCount: 2 }]);
});

test('a reused card saves the ad that it shows, and leaving the library removes the buttons', async ({
  installed: { person, context, connect },
}) => {
  const { id } = await person.program.boards.create.mutate({ name: 'Lamps' });
  await connect();
  const { withoutData, ids } = libraries.meta;
  const page = await visit(context, withoutData);
  const first = buttons(page).first();
  await first.getByRole('button', { name: 'Choose a board' }).click();
  await page.getByRole('dialog').getByRole('option', { name: 'Lamps' }).click();
  await expect(first.getByRole('button', { name: 'Saved · Lamps' })).toBeVisible();
  // In place, like pages that recycle the cards of a long list.
  await page.evaluate(() => {
    const [card] = document.querySelector('#list')?.children ?? [];
    const next = document.querySelector<HTMLTemplateElement>('#next')?.content.firstElementChild;
    if (!card || !next) throw new Error('The page has no cards.');
    const textsOf = (element: Element): Node[] => {
      const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      const texts: Node[] = [];
      while (walker.nextNode() !== null) texts.push(walker.currentNode);
      return texts;
    };
    const others = textsOf(next);
    for (const [index, text] of textsOf(card).entries()) text.nodeValue = others[index]?.nodeValue ?? '';
    for (const name of ['href', 'src', 'alt']) {
      const nodes = next.querySelectorAll(`[${name}]`);
      for (const [index, element] of card.querySelectorAll(`[${name}]`).entries())
        element.setAttribute(name, nodes[index]?.getAttribute(name) ?? '');
    }
  });
  await first.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(first.getByRole('button', { name: 'Saved · Lamps' })).toBeVisible();
  const { ads } = await person.program.ads.list.query({ boardId: id });
  expect(ads.map(({ externalId }) => externalId).toSorted()).toEqual([ids[0], ids[2]]);
  expect(ads.find(({ externalId }) => externalId === ids[2])).toMatchObject({
    advertiser: { name: invented[2].brand },
    body: invented[2].text,
  });

  await page.evaluate(() => {
    history.pushState(null, '', '/messages');
    document.querySelector('#list')?.append('Something of the person’s own');
  });
  await expect(buttons(page)).toHaveCount(0);
});
