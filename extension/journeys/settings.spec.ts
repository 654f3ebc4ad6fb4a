import { faultsOf } from './faults.ts';
import { expect, test } from './installed.ts';

test('address and key are tested before they are stored, and problems are shown', async ({
  installed: { person, gate, own },
}) => {
  const page = await own('options');
  const status = page.getByRole('status');
  const enter = async (address: string, key: string): Promise<void> => {
    await page.getByLabel('Address of your Magpie').fill(address);
    await page.getByLabel('API key').fill(key);
    await page.getByRole('button', { name: 'Connect', exact: true }).click();
  };
  await enter('magpie', person.key);
  await expect(status).toHaveText(/^The address must start with http:\/\/ or https:\/\//);
  await enter('http://127.0.0.1:1', person.key);
  await expect(status).toHaveText(/^No response from http:\/\/127\.0\.0\.1:1\./);
  await enter(`http://${process.env.MAGPIE_RECEIVER}`, person.key);
  await expect(status).toHaveText(/ is not a Magpie server\.$/);
  await enter(gate.address, 'mgp_wrong');
  await expect(status).toHaveText(/ rejected this key\./);
  const reader = await person.program.apiKeys.create.mutate({ name: 'Reader', scopes: ['read'] });
  await enter(gate.address, reader.key);
  await expect(status).toHaveText(/^This key is read-only\./);
  const writer = await person.program.apiKeys.create.mutate({ name: 'Writer', scopes: ['write'] });
  await enter(gate.address, writer.key);
  await expect(status).toHaveText(/^This key cannot read\./);
  expect(await faultsOf(page)).toEqual([]);

  await enter(`${gate.address}/discover`, ` ${person.key} `);
  await expect(status).toHaveText('Connected.');
  await page.reload();
  await expect(page.getByText(`as ${person.email}.`)).toBeVisible();
  await expect(page.getByLabel('API key')).toHaveValue('');
  const popup = await own('popup');
  await expect(popup.getByText('The queue is empty.')).toBeVisible();
  expect(await faultsOf(popup)).toEqual([]);

  await page.getByRole('button', { name: 'Disconnect' }).click();
  await popup.reload();
  await expect(popup.getByText('Connect the extension to your Magpie')).toBeVisible();
});
