import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from '@playwright/test';

const folder = fileURLToPath(new URL('..', import.meta.url));
function manifestOf(browser: string): Record<string, unknown> {
  return JSON.parse(readFileSync(path.join(folder, `dist/${browser}-mv3/manifest.json`), 'utf8'));
}

/** The exact manifest entries for both browsers. Extend this list on purpose only. */
const expectedManifest = {
  manifest_version: 3,
  permissions: ['storage', 'contextMenus', 'alarms', 'activeTab', 'scripting'],
  optional_host_permissions: ['https://*/*', 'http://*/*'],
  content_security_policy: {
    extension_pages:
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src http: https:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  },
};

const libraries = [
  'https://ads.pinterest.com/ads-repository*',
  'https://ads.temu.com/library*',
  'https://ads.tiktok.com/business/creativecenter/*',
  'https://adstransparency.google.com/*',
  'https://library.tiktok.com/ads*',
  'https://web.facebook.com/ads/library*',
  ...['com.be', 'de', 'es', 'fr', 'ie', 'it', 'nl', 'pl', 'se'].map(
    (domain) => `https://www.amazon.${domain}/adlibrary*`,
  ),
  'https://www.facebook.com/ads/library*',
  'https://www.linkedin.com/ad-library/*',
];

test('builds for both browsers with no more permissions than needed', async () => {
  test.setTimeout(240_000);
  await promisify(execFile)('npm', ['run', 'build'], { cwd: folder });
  const chrome = manifestOf('chrome');
  const firefox = manifestOf('firefox');
  for (const manifest of [chrome, firefox]) {
    expect(manifest).toMatchObject(expectedManifest);
    expect(manifest.host_permissions).toBeUndefined();
    expect(manifest.web_accessible_resources).toBeUndefined();
    expect(manifest.content_scripts).toEqual([
      { matches: libraries, run_at: 'document_start', js: ['content-scripts/library.js'] },
      { matches: libraries, run_at: 'document_start', js: ['content-scripts/pageData.js'], world: 'MAIN' },
    ]);
  }
  expect(chrome.background).toEqual({ service_worker: 'background.js' });
  expect(firefox.background).toEqual({ scripts: ['background.js'] });
  expect(firefox.browser_specific_settings).toMatchObject({ gecko: { strict_min_version: '142.0' } });
  // The first version with light-dark(), which all styles use; Firefox has it since 120.
  expect(chrome.minimum_chrome_version).toBe('123');
  const inPages = readFileSync(path.join(folder, 'dist/chrome-mv3/content-scripts/library.js'));
  expect(inPages.length, 'bytes injected into every library page').toBeLessThan(128_000);
});
