import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import tailwind from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/** In development, API and media requests are proxied to this server. */
const server = process.env.MAGPIE_SERVER ?? 'http://127.0.0.1:3000';
const proxied = [
  '/api',
  '/logos',
  '/media',
  '/files',
  '/pictures',
  '/videos',
  '/b/',
  '/r/',
  '/fonts/',
  '/sign-in/',
];

/** Few chunks compress better and need fewer requests than one for each set of pages that share a module. */
const chunkGroups = [
  // Changes with a package only, so that a browser keeps it over releases.
  {
    name: 'packages',
    test: /node_modules\/(?:react|react-dom|scheduler|use-sync-external-store|@tanstack\/[\w-]+|@trpc\/[\w-]+)\//,
  },
  {
    name: 'shared',
    // Without what only later pages have.
    test: /dashboard\/src\/(?:ui|lib)\/(?!hooks\/useVirtualItems|Segmented|CopyButton|FileDrop|DateRange|fields|Form|Confirm|Dialog|SearchField|Facts|OutsideLink)|contract\/dist\//,
    minShareCount: 6,
  },
];

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), tailwind(), preloaded(), compressed()],
  // Only the icons that are used: `npm run icons`.
  resolve: { alias: { 'lucide-react': path.join(import.meta.dirname, 'src/ui/icons.ts') } },
  build: {
    target: 'es2023',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: { output: { codeSplitting: { groups: chunkGroups } } },
  },
  server: {
    host: '127.0.0.1',
    port: 5173,
    strictPort: true,
    proxy: Object.fromEntries(proxied.map((prefix) => [prefix, server])),
  },
});

/** The pages that `public/preload.js` knows. */
const preloadedPages: ReadonlySet<string> = new Set(['DiscoverPage', 'BrandPage', 'AdPage']);

/** Names the chunks of these pages for `public/preload.js`, and preloads the font of the first paint. */
function preloaded(): Plugin {
  return {
    name: 'preloaded',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const files = Object.values(bundle);
        const chunks = files.filter((file) => file.type === 'chunk');
        const listWithImports = (name: string): string[] => [
          name,
          ...(chunks.find(({ fileName }) => fileName === name)?.imports ?? []).flatMap(listWithImports),
        ];
        const first = new Set(
          chunks.filter(({ isEntry }) => isEntry).flatMap((one) => listWithImports(one.fileName)),
        );
        const pages = chunks
          .filter(({ isDynamicEntry, name }) => isDynamicEntry && preloadedPages.has(name))
          .map(({ name, fileName }) => {
            const needed = [...new Set(listWithImports(fileName))].filter((one) => !first.has(one));
            return [name, needed.map((one) => `/${one}`)];
          });
        const font = files.find(({ fileName }) => fileName.includes('inter-latin-wght-normal'));
        const tags =
          font === undefined
            ? []
            : [
                {
                  tag: 'link',
                  attrs: {
                    rel: 'preload',
                    as: 'font',
                    type: 'font/woff2',
                    crossorigin: true,
                    href: `/${font.fileName}`,
                  },
                  injectTo: 'head' as const,
                },
              ];
        const chunkList = JSON.stringify(Object.fromEntries(pages)).replaceAll('"', '&quot;');
        return {
          html: html.replace('src="/preload.js"', `src="/preload.js" data-chunks="${chunkList}"`),
          tags,
        };
      },
    },
  };
}

/** The highest quality, 11, is 2 % smaller and takes 3 times as long, which is more than the rest of the build. */
const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } };

/** Writes Brotli and gzip versions of each file, if smaller; the server sends what the browser accepts. */
function compressed(): Plugin {
  const encodings = [
    ['.br', (bytes: Buffer) => promisify(brotliCompress)(bytes, brotliOptions)],
    ['.gz', (bytes: Buffer) => promisify(gzip)(bytes)],
  ] as const;
  return {
    name: 'compressed',
    apply: 'build',
    async writeBundle({ dir = '' }) {
      const compressFile = async (file: string): Promise<void> => {
        if (!(await stat(file)).isFile()) return;
        const bytes = await readFile(file);
        for (const [ending, compress] of encodings) {
          const small = await compress(bytes);
          if (small.length < bytes.length) await writeFile(file + ending, small);
        }
      };
      const names = await readdir(dir, { recursive: true });
      const compressible = names.filter((name) => !/\.(?:br|gz|woff2?)$/.test(name));
      await Promise.all(compressible.map((name) => compressFile(path.join(dir, name))));
    },
  };
}
