import type { LoadHook } from 'node:module';

/** The functions that stand for a part of recording, and what they return without it. */
const parts: Readonly<
  Record<string, { readonly file: string; readonly name: string; readonly result: string }>
> = {
  families: { file: '/ads/families/creatives.js', name: 'listCreatives', result: '[]' },
  momentum: { file: '/ads/reachMomentum.js', name: 'findReachGrowth', result: 'null' },
};

export const partNames: readonly string[] = Object.keys(parts);

const leftOut = (process.env['BENCH_WITHOUT'] ?? '').split(',').flatMap((name) => parts[name] ?? []);

/** Replaces functions in the compiled product, which has no switch for them. */
export const load: LoadHook = async (url, context, nextLoad) => {
  const loaded = await nextLoad(url, context);
  const part = leftOut.find(({ file }) => url.endsWith(file));
  if (part === undefined) return loaded;
  const source = Buffer.from(loaded.source as Uint8Array).toString();
  const replaced = source.replace(
    `export function ${part.name}(`,
    `export function ${part.name}() { return ${part.result}; }\nfunction _${part.name}(`,
  );
  if (replaced === source) throw new Error(`${url} has no function ${part.name}.`);
  return { ...loaded, source: replaced };
};
