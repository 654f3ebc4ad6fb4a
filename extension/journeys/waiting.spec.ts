import type { Page } from '@playwright/test';
import { buttons, expect, type Installed, test, visit } from './installed.ts';
import { metaPages } from '../src/sites/meta/fixture.ts';
import { invented } from '../src/sites/servedPage.fixture.ts';

const { withData } = metaPages();

async function saveTo(page: Page, place: number, board: string): Promise<void> {
  await buttons(page).nth(place).getByRole('button', { name: 'Choose a board' }).click();
  const picker = page.getByRole('dialog', { name: 'Save to a board' });
  await picker.getByRole('combobox').fill(board);
  await picker.getByRole('option', { name: new RegExp(board) }).click();
}

function badge({ worker }: Installed): Promise<string> {
  return worker.evaluate('chrome.action.getBadgeText({})');
}

test('saves made while the server is down survive a browser restart and arrive once', async ({
  installed,
}) => {
  const { person, gate, context, connect } = installed;
  await person.program.boards.create.mutate({ name: 'Lamps' });
  await connect();
  gate.shut();
  const page = await visit(context, withData);
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await expect(buttons(page)).toHaveCount(3);
  await saveTo(page, 0, 'Lamps');
  await expect(buttons(page).nth(0).getByRole('button', { name: 'Queued' })).toBeVisible();
  await saveTo(page, 1, 'Made later');
  await saveTo(page, 2, 'Made later');
  await expect(page.getByRole('button', { name: 'Queued' })).toHaveCount(3);
  expect(await badge(installed)).toBe('3');
  await page.reload();
  await expect(page.getByRole('button', { name: 'Queued' })).toHaveCount(2);

  const again = await installed.restart();
  const popup = await again.own('popup');
  await expect(popup.getByRole('listitem')).toHaveText([
    /Fernbank Tea → Lamps/,
    /Loop & Lantern → Made later/,
    /Saddle Street → Made later/,
  ]);
  await expect(popup.getByText('The server cannot be reached.')).toBeVisible();
  await popup.getByRole('button', { name: 'Remove Saddle Street' }).click();
  await expect(popup.getByRole('listitem')).toHaveCount(2);
  const later = await visit(again.context, withData);
  await expect(later.getByRole('button', { name: 'Queued' })).toHaveCount(2);
  await again.context.setOffline(true);
  gate.open();
  await again.context.setOffline(false);
  await expect(later.getByRole('button', { name: 'Saved · Lamps' })).toBeVisible();
  await expect(later.getByRole('button', { name: 'Saved · Made later' })).toBeVisible();
  await expect(popup.getByText('The queue is empty.')).toBeVisible();
  expect(await badge(again)).toBe('');
  expect(await person.program.boards.list.query()).toMatchObject([
    { name: 'Lamps', adCount: 1 },
    { name: 'Made later', adCount: 1 },
  ]);
});

test('a revoked key halts the queue until it is replaced, refusals are shown, and the rest is sent on schedule', async ({
  installed,
}) => {
  const { person, gate, context, worker, connect } = installed;
  const board = await person.program.boards.create.mutate({ name: 'Lamps' });
  const soonGone = await person.program.apiKeys.create.mutate({ name: 'Browser' });
  await connect(soonGone.key);
  await person.program.apiKeys.revoke.mutate({ id: soonGone.id });
  const page = await visit(context, withData);
  await saveTo(page, 0, 'Lamps');
  await expect(buttons(page).nth(0).getByRole('button', { name: 'Queued' })).toBeVisible();
  const popup = await installed.own('popup');
  await expect(popup.getByText('The server rejected the API key. Enter a new one.')).toBeVisible();
  await connect();
  await expect(popup.getByText('The queue is empty.')).toBeVisible();
  await page.bringToFront();
  await expect(buttons(page).nth(0).getByRole('button', { name: 'Saved · Lamps' })).toBeVisible();

  gate.shut();
  await buttons(page).nth(1).getByRole('button', { name: 'Save', exact: true }).click();
  await expect(buttons(page).nth(1).getByRole('button', { name: 'Queued' })).toBeVisible();
  await person.program.boards.remove.mutate({ id: board.id });
  gate.open();
  await popup.bringToFront();
  await popup.getByRole('button', { name: 'Try now' }).click();
  const row = popup.getByRole('listitem').filter({ hasText: invented[1].brand });
  await expect(row).toContainText(`There is no board ${board.id}`);
  await expect(popup.getByRole('button', { name: 'Try now' })).toBeHidden();
  await page.bringToFront();
  await expect(buttons(page).nth(1).getByRole('alert')).toContainText(`There is no board ${board.id}`);
  await popup.bringToFront();
  await row.getByRole('button', { name: 'Try again' }).click();
  await expect(row).toContainText(`There is no board ${board.id}`);
  await row.getByRole('button', { name: 'Remove' }).click();
  await expect(popup.getByText('The queue is empty.')).toBeVisible();

  // Dispatches the alarm and the startup event instead of waiting for them.
  await page.bringToFront();
  const queue = async (boardName: string): Promise<void> => {
    gate.shut();
    await saveTo(page, 1, boardName);
    await expect(buttons(page).nth(1).getByRole('button', { name: 'Queued' })).toBeVisible();
  };
  for (const [boardName, event, label] of [
    ['Chairs', "alarms.onAlarm.dispatch({ name: 'send what waits' })", 'Saved · Chairs'],
    ['Tables', 'runtime.onStartup.dispatch()', 'Saved · 2 boards'],
  ] as const) {
    await queue(boardName);
    expect(await worker.evaluate('chrome.alarms.getAll()')).toMatchObject([{ name: 'send what waits' }]);
    gate.open();
    await worker.evaluate(`chrome.${event}`);
    await expect(buttons(page).nth(1).getByRole('button', { name: label })).toBeVisible();
  }

  // After disconnecting, the popup shows where the save is queued for, and no retry button.
  await queue('Stools');
  await expect(popup.getByText('The server cannot be reached.')).toBeVisible();
  const options = await installed.own('options');
  await options.getByRole('button', { name: 'Disconnect' }).click();
  await expect(popup.getByText(`Queued for ${gate.address}.`)).toBeVisible();
  await expect(popup.getByText('The server cannot be reached.')).toBeHidden();
  await expect(popup.getByRole('button', { name: 'Try now' })).toBeHidden();
});

test('content scripts can neither read the storage nor send the requests of the extension’s own pages', async ({
  installed,
}) => {
  await installed.connect();
  const page = await visit(installed.context, withData);
  await expect(buttons(page).first()).toBeVisible();
  const inspector = await installed.context.newCDPSession(page);
  const worlds: { id: number; origin: string }[] = [];
  inspector.on('Runtime.executionContextCreated', ({ context }) => worlds.push(context));
  await inspector.send('Runtime.enable');
  const contentWorld = worlds.find(({ origin }) => origin.startsWith('chrome-extension:'));
  const evaluateIn = async (expression: string): Promise<string> => {
    const evaluated = await inspector.send('Runtime.evaluate', {
      contextId: contentWorld?.id ?? 0,
      expression: `${expression}.then(JSON.stringify, String)`,
      awaitPromise: true,
    });
    return evaluated.result.value;
  };
  expect(await evaluateIn('chrome.storage.local.get()')).toMatch(/^Error: Access to storage is not allowed/);
  for (const kind of ['connect', 'disconnect', 'connection', 'queueState', 'sendNow', 'retry', 'remove'])
    expect(await evaluateIn(`chrome.runtime.sendMessage({ kind: '${kind}', input: {} })`)).toBe(
      '{"problem":"This page may not send that request."}',
    );
});
