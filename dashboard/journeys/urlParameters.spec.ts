import { adsCopy } from '../src/features/ads/copy.ts';
import { expect, test } from './people.ts';

test('unknown and invalid URL parameters are ignored', async ({ page, newcomer }) => {
  const { program } = newcomer;
  const { total } = await program.ads.search.query({ limit: 1 });
  await page.goto('/discover?mediaTypes=&platforms=bogus&limit=500');
  await expect(page.getByText(adsCopy.ads(total), { exact: true }).first()).toBeVisible();
  await expect(page.getByRole('article').first()).toBeVisible();
  const filters = page.getByRole('region', { name: adsCopy.discover.filters });
  await expect(filters.getByRole('button', { name: adsCopy.discover.groups.platforms })).toBeVisible();

  const { id } = await program.boards.create.mutate({ name: 'Hooks' });
  const { ads } = await program.ads.search.query({ limit: 1 });
  await program.ads.addToBoard.mutate({ boardId: id, hash: ads[0]?.hash ?? '' });
  await page.goto(`/boards/${id}?mediaTypes=video&formats=bogus`);
  await expect(page.getByRole('article')).toHaveCount(1);
});
