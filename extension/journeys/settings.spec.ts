import { faultsOf } from './faults.ts';
import { expect, test } from './installed.ts';

test('an address and a key are tried before they are kept, and what is wrong is told in one sentence', async ({
  installed: { person, gate, own },
}) => {
  const page = await own('options');
  const told = page.getByRole('status');
  const enter = async (address: string, key: string): Promise<void> => {
    await page.getByLabel('Address of your Magpie').fill(address);
    await page.getByLabel('API key').fill(key);
    await page.getByRole('button', { name: 'Connect', exact: true }).click();
  };
  await enter('magpie', person.key);
  await expect(told).toHaveText(/^The address begins with http:\/\/ or https:\/\//);
  await enter('http://127.0.0.1:1', person.key);
  await expect(told).toHaveText(/^Nothing answers at http:\/\/127\.0\.0\.1:1;/);
  await enter(`http://${process.env.MAGPIE_RECEIVER}`, person.key);
  await expect(told).toHaveText(/^There is no Magpie at/);
  await enter(gate.address, 'mgp_wrong');
  await expect(told).toHaveText(/does not know this key/);
  const reader = await person.program.apiKeys.create.mutate({ name: 'Reader', scopes: ['read'] });
  await enter(gate.address, reader.key);
  await expect(told).toHaveText(/^This key may only read;/);
  const writer = await person.program.apiKeys.create.mutate({ name: 'Writer', scopes: ['write'] });
  await enter(gate.address, writer.key);
  await expect(told).toHaveText(/^This key may not read;/);
  expect(await faultsOf(page)).toEqual([]);

  await enter(`${gate.address}/discover`, ` ${person.key} `);
  await expect(told).toHaveText('Connected.');
  await page.reload();
  await expect(page.getByText(`as ${person.email}.`)).toBeVisible();
  await expect(page.getByLabel('API key')).toHaveValue('');
  const popup = await own('popup');
  await expect(popup.getByText('Nothing waits to be sent.')).toBeVisible();
  expect(await faultsOf(popup)).toEqual([]);

  await page.getByRole('button', { name: 'Disconnect' }).click();
  await popup.reload();
  await expect(popup.getByText('Tell the extension where your Magpie is')).toBeVisible();
});
