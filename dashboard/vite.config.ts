import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import tailwind from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/** In development, API and media requests are proxied to this server. */
const server = process.env.MAGPIE_SERVER ?? 'http://127.0.0.1:3000';
const proxied = ['/api', '/logos', '/media', '/files', '/pictures', '/videos', '/b/', '/sign-in/'];

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), tailwind(), compressed()],
  // Only the icons that are used: `npm run icons`.
  resolve: { alias: { 'lucide-react': path.join(import.meta.dirname, 'src/ui/icons.ts') } },
  build: {
    target: 'es2023',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
  server: {
    host: '127.0.0.1',
    port: 5173,
    strictPort: true,
    proxy: Object.fromEntries(proxied.map((prefix) => [prefix, server])),
  },
});

/** The highest quality, 11, is 7 % smaller and takes 20 times as long, which is more than the rest of the build. */
const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };

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
      for (const name of await readdir(dir, { recursive: true })) {
        const file = path.join(dir, name);
        if (/\.(?:br|gz|woff2?)$/.test(name) || !(await stat(file)).isFile()) continue;
        const bytes = await readFile(file);
        for (const [ending, compress] of encodings) {
          const small = await compress(bytes);
          if (small.length < bytes.length) await writeFile(file + ending, small);
        }
      }
    },
  };
}
