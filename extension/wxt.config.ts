import { defineConfig } from 'wxt';

/** What the extension may do, each with its reason; docs/extension.md tells the same to people. */
const permissions = [
  // Settings and what waits to be sent; kept on this machine.
  'storage',
  // "Save picture to Magpie".
  'contextMenus',
  // Tries again what could not be sent, also after the browser was closed.
  'alarms',
  // After that menu was used, the page it was used on may be asked what its site is called. Nothing else is injected.
  'activeTab',
  'scripting',
];

/** Everything comes with the extension. It may call one server, whose address only the person knows. */
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
    // To the person's own server: the ads that they save, and the key that lets them.
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
    description: 'Saves ads from ad libraries, and pictures from any page, to the boards of your own Magpie.',
    permissions,
    // The person's own server, asked for when its address is entered: only that host is.
    optional_host_permissions: ['https://*/*', 'http://*/*'],
    content_security_policy: { extension_pages: contentSecurityPolicy },
    ...(browser === 'firefox' ? { browser_specific_settings: firefox } : { minimum_chrome_version: '123' }),
  }),
});
