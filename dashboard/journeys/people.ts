import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { MagpieRouter } from '@magpie/client';
import { type BrowserContext, type Page, test as base } from '@playwright/test';
import { createTRPCClient, httpLink, type TRPCClient } from '@trpc/client';
import { authCopy } from '../src/features/auth/copy.ts';
import { adsCopy } from '../src/features/ads/copy.ts';

const main = fileURLToPath(new URL('../../server/dist/main.js', import.meta.url));
const run = promisify(execFile);

/** The URL of the server. */
export const address = process.env.MAGPIE_ADDRESS ?? '';

/** `magpie <words>` beside the running server. */
export function magpie(...words: readonly string[]): Promise<string> {
  return magpieAt(process.env.MAGPIE_DATA_DIR ?? '', ...words);
}

export async function magpieAt(dataFolder: string, ...words: readonly string[]): Promise<string> {
  const env = { ...process.env, MAGPIE_DATA_DIR: dataFolder };
  const { stdout } = await run(process.execPath, [main, ...words], { env });
  return stdout;
}

export interface Person {
  readonly email: string;
  readonly key: string;
  /** An API client of this person, to prepare data. */
  readonly program: TRPCClient<MagpieRouter>;
}

let people = 0;

export async function addPerson(): Promise<Person> {
  people += 1;
  const email = `person-${process.pid}-${people}@example.com`;
  const key = /mgp_\w+/.exec(await magpie('users', 'add', email))?.[0] ?? '';
  const headers = { authorization: `Bearer ${key}` };
  const program = createTRPCClient<MagpieRouter>({
    links: [httpLink({ url: `${address}/api/v1/trpc`, headers })],
  });
  return { email, key, program };
}

/** Signs in with a link from the command line. */
export async function signIn(page: Page, { email }: Pick<Person, 'email'>): Promise<void> {
  const link = /\S*\/sign-in\/\S+/.exec(await magpie('users', 'link', email))?.[0] ?? '';
  await page.goto(link);
  await page.getByRole('button', { name: authCopy.signIn.signIn }).click();
  await page.getByRole('heading', { name: adsCopy.discover.title, level: 1 }).waitFor();
}

interface Journey {
  /** A new person, signed in on `page`. */
  readonly newcomer: Person & { readonly page: Page };
  /** Opens a separate, signed-out browser. */
  readonly stranger: () => Promise<Page>;
  /** Fails the journey if a page requests another host or throws. */
  readonly watched: (context: BrowserContext) => void;
}

export const test = base.extend<Journey>({
  baseURL: address,
  newcomer: async ({ page }, use) => {
    const person = await addPerson();
    await signIn(page, person);
    await use({ ...person, page });
  },
  stranger: async ({ browser, watched }, use) => {
    const contexts: BrowserContext[] = [];
    await use(async () => {
      const context = await browser.newContext();
      contexts.push(context);
      watched(context);
      return context.newPage();
    });
    for (const context of contexts) await context.close();
  },
  watched: [
    async ({ context }, use) => {
      const faults: string[] = [];
      const watch = (watched: BrowserContext): void => {
        watched.on('request', (request) => {
          const { protocol, origin } = new URL(request.url());
          if (/^https?:/.test(protocol) && origin !== address) faults.push(`requested ${request.url()}`);
        });
        watched.on('weberror', (error) => faults.push(`threw: ${error.error().message}`));
      };
      watch(context);
      await use(watch);
      if (faults.length > 0) throw new Error(`A page ${faults.join('\nA page ')}`);
    },
    { auto: true },
  ],
});

export { expect } from '@playwright/test';
