import { defineConfig } from 'wxt';

/** Permissions and their reasons; docs/extension.md explains them to users. */
const permissions = [
  // Settings and the save queue, stored locally.
  'storage',
  // "Save picture to Magpie".
  'contextMenus',
  // Retries failed saves, also after a browser restart.
  'alarms',
  // Reads the site name of the page on which that menu was used. Nothing else is injected.
  'activeTab',
  'scripting',
];

/** All code is bundled. Any host is allowed for calls because the user's server is not known in advance. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  'connect-src http: https:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const firefox = {
  gecko: {
    id: 'extension@magpie.invalid',
    strict_min_version: '142.0',
    // Sent to the user's own server: saved ads and the API key.
    data_collection_permissions: { required: ['websiteContent', 'authenticationInfo'] },
  },
};

export default defineConfig({
  srcDir: 'src',
  outDir: 'dist',
  manifestVersion: 3,
  imports: false,
  vite: () => ({ build: { target: 'es2023' } }),
  zip: { name: 'magpie-extension', zipSources: false },
  manifest: ({ browser }) => ({
    name: 'Magpie',
    description: 'Save ads from ad libraries, and pictures from any page, to boards in your own Magpie.',
    permissions,
    // Requested for the user's own server only, when its address is entered.
    optional_host_permissions: ['https://*/*', 'http://*/*'],
    content_security_policy: { extension_pages: contentSecurityPolicy },
    ...(browser === 'firefox' ? { browser_specific_settings: firefox } : { minimum_chrome_version: '123' }),
  }),
});
