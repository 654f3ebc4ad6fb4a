import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { test as base, type Page } from '@playwright/test';

const main = fileURLToPath(new URL('../../server/dist/main.js', import.meta.url));
const run = promisify(execFile);

/** `magpie <words>` beside the running server. */
export async function magpie(...words: readonly string[]): Promise<string> {
  const { stdout } = await run(process.execPath, [main, ...words]);
  return stdout;
}

export const address = process.env.MAGPIE_ADDRESS ?? '';

let people = 0;

/** Signs a new person in, by a link as the operator hands it out; their address. */
async function signInNewcomer(page: Page): Promise<string> {
  people += 1;
  const email = `person-${process.pid}-${people}@example.com`;
  await magpie('users', 'add', email);
  const link = /\S*\/sign-in\/\S+/.exec(await magpie('users', 'link', email))?.[0] ?? '';
  await page.goto(link);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { name: 'Discover', level: 1 }).waitFor();
  return email;
}

interface Journey {
  /** The e-mail address of a new person who is signed in on `page`. */
  readonly newcomer: string;
  /** Fails the journey when the page asked another host for something, or broke. */
  readonly watched: void;
}

export const test = base.extend<Journey>({
  baseURL: address,
  newcomer: async ({ page }, use) => use(await signInNewcomer(page)),
  watched: [
    async ({ context }, use) => {
      const faults: string[] = [];
      context.on('request', (request) => {
        const { protocol, origin } = new URL(request.url());
        if (/^https?:/.test(protocol) && origin !== address) faults.push(`asked ${request.url()}`);
      });
      context.on('weberror', (error) => faults.push(`broke: ${error.error().message}`));
      await use();
      if (faults.length > 0) throw new Error(`The page ${faults.join('\nThe page ')}`);
    },
    { auto: true },
  ],
});

export { expect } from '@playwright/test';
