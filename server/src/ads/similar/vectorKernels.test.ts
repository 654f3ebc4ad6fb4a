import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import createWabt from 'wabt';

it('the compiled kernels match their source', async () => {
  const source = readFileSync(new URL('vectorKernels.wat', import.meta.url), 'utf8');
  const wabt = await createWabt();
  const { buffer } = wabt.parseWat('vectorKernels.wat', source, { simd: true }).toBinary({});
  await expect(
    `/** Compiled from \`vectorKernels.wat\` by \`npm run wasm:dump\`. */
export const compiledKernels =
  '${Buffer.from(buffer).toString('base64')}';
`,
  ).toMatchFileSnapshot('vectorKernels.wasm.ts');
});
