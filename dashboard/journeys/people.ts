import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { MagpieRouter } from '@magpie/client';
import { type BrowserContext, type Page, test as base } from '@playwright/test';
import { createTRPCClient, httpLink, type TRPCClient } from '@trpc/client';

const main = fileURLToPath(new URL('../../server/dist/main.js', import.meta.url));
const run = promisify(execFile);

/** Where the server of these journeys is. */
export const address = process.env.MAGPIE_ADDRESS ?? '';

/** `magpie <words>` beside the running server. */
export async function magpie(...words: readonly string[]): Promise<string> {
  const { stdout } = await run(process.execPath, [main, ...words]);
  return stdout;
}

export interface Person {
  readonly email: string;
  readonly key: string;
  /** As a program of theirs, to put things in place that a journey is not about. */
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

/** By a link as the operator hands it out. */
export async function signIn(page: Page, { email }: Pick<Person, 'email'>): Promise<void> {
  const link = /\S*\/sign-in\/\S+/.exec(await magpie('users', 'link', email))?.[0] ?? '';
  await page.goto(link);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { name: 'Discover', level: 1 }).waitFor();
}

interface Journey {
  /** Somebody new, who is signed in on `page`. */
  readonly newcomer: Person & { readonly page: Page };
  /** Opens a browser of its own: signed out, as a stranger's. */
  readonly stranger: () => Promise<Page>;
  /** Fails the journey when a page asked another host for something, or broke. */
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
          if (/^https?:/.test(protocol) && origin !== address) faults.push(`asked ${request.url()}`);
        });
        watched.on('weberror', (error) => faults.push(`broke: ${error.error().message}`));
      };
      watch(context);
      await use(watch);
      if (faults.length > 0) throw new Error(`A page ${faults.join('\nA page ')}`);
    },
    { auto: true },
  ],
});

export { expect } from '@playwright/test';
