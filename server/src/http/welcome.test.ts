import { execFile } from 'node:child_process';
import { accessSync, constants, mkdtempSync, rmSync } from 'node:fs';
import http from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anyLane } from '../testing/process.ts';
import { startService, type TestService } from '../testing/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService(anyLane);
});
afterAll(() => service.close());

describe('the front page', () => {
  it('is readable without a key, runs no script and loads nothing', async () => {
    const response = await fetch(`${service.address}/`);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
  });

  it('does not repeat an unusual host name', async () => {
    const page = await pageFor('"><script>alert(1)</script>');
    expect(page).not.toContain('alert(1)');
    expect(page).toContain('\n  /api/v1/trpc/boards.list');
    expect(await pageFor('ads.example.com:8080')).toContain('http://ads.example.com:8080/api/v1/trpc/');
  });
});

/** Sends a request with this host name. */
async function pageFor(host: string): Promise<string> {
  const response = await new Promise<http.IncomingMessage>((resolve, reject) => {
    http.get(`${service.address}/`, { headers: { host } }, resolve).on('error', reject);
  });
  return text(response);
}

const chromium = findChromium();

describe.skipIf(chromium === undefined)('the front page in Chromium', { timeout: 600_000 }, () => {
  it('says that Magpie is running, and shows the URL of the API', async () => {
    const page = await dumpDom(chromium ?? '', `${service.address}/`);
    expect(page).toContain('<h1>Magpie is running</h1>');
    expect(page).toContain(`${service.base}/boards.list`);
  });
});

function findChromium(): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(path.delimiter);
  const places = folders.flatMap((folder) =>
    ['chromium', 'chromium-browser'].map((name) => path.join(folder, name)),
  );
  const found = places.find(isExecutable);
  if (found !== undefined) return found;
  const notice = 'chromium is not on the PATH, so the front page is not opened in a browser';
  if ((process.env['MAGPIE_REQUIRE_LANES'] ?? '').split(',').includes('chromium')) {
    throw new Error(`${notice}; MAGPIE_REQUIRE_LANES requires it.`);
  }
  console.warn(`${notice}; skipped.`);
  return undefined;
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** The DOM of the page. */
async function dumpDom(browser: string, address: string): Promise<string> {
  const profile = mkdtempSync(path.join(os.tmpdir(), 'magpie-chromium-'));
  const quiet = 'no-sandbox disable-gpu disable-quic no-first-run disable-background-networking';
  const switches = `headless ${quiet} disable-component-update disable-sync dump-dom`.split(' ');
  try {
    const { stdout } = await promisify(execFile)(browser, [
      ...switches.map((name) => `--${name}`),
      `--user-data-dir=${profile}`,
      address,
    ]);
    return stdout;
  } finally {
    rmSync(profile, { recursive: true, maxRetries: 10, retryDelay: 200 });
  }
}
