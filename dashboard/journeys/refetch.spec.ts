import { expect, test } from './people.ts';
import { studioCopy } from '../src/features/studio/copy.ts';
import { uiCopy } from '../src/ui/copy.ts';

test('a failed reload on focus keeps the text of a form, and can be retried', async ({ newcomer }) => {
  const { page, program } = newcomer;
  const { id } = await program.cloneProducts.create.mutate({ name: 'Kettle' });
  await page.clock.install();
  await page.goto(`/studio?tab=products&product=${id}`);
  const tone = page
    .getByRole('form', { name: 'Kettle' })
    .getByRole('textbox', { name: studioCopy.products.tone });
  await tone.fill('Calm and');

  const calls = /\/trpc\/cloneProducts\.list(?:\?|$)/;
  await page.route(calls, (route) =>
    route.fulfill({
      status: 500,
      json: {
        error: { message: 'no', code: -32_603, data: { code: 'INTERNAL_SERVER_ERROR', httpStatus: 500 } },
      },
    }),
  );
  // Focus reloads only queries that are older than their stale time.
  await page.clock.fastForward('01:00');
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
  const notice = page.getByRole('main').getByRole('status').filter({ hasText: uiCopy.couldNotRefresh });
  await expect(notice).toBeVisible();
  await expect(tone).toHaveValue('Calm and');

  await page.unroute(calls);
  await notice.getByRole('button', { name: uiCopy.retry }).click();
  await expect(notice).toBeHidden();
  await expect(tone).toHaveValue('Calm and');
});
