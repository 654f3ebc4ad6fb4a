import { adLibraries } from '@magpie/contract/platforms';
import { magpie } from './openFormat.ts';
import type { AdSource } from './source.ts';

/** Compilers rewrite the extension of a path only where it is a literal. */
const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';

/** All file formats except tables. If two recognise a file equally well, the first wins. */
export const adSources: readonly AdSource[] = [magpie, ...(await loadMappers())];

function loadMappers(): Promise<AdSource[]> {
  const mappers = Object.entries(adLibraries).flatMap(([library, { formats }]) =>
    formats.map(async (format) => {
      const url = new URL(`./${library}/${format}.${extension}`, import.meta.url);
      const module: Readonly<Record<string, unknown>> = await import(url.href);
      const mapper = module[format];
      if (isAdSource(mapper)) return mapper;
      throw new Error(`sources/src/${library}/${format}.ts must export the ad source '${format}'.`);
    }),
  );
  return Promise.all(mappers);
}

function isAdSource(value: unknown): value is AdSource {
  return typeof value === 'object' && value !== null && 'recognises' in value && 'toAd' in value;
}
