import { expect, it } from 'vitest';
import { openEmbedder } from './open.ts';

it('MiniLM: similar texts have similar vectors, and text without letters gets zeros', async () => {
  const embedder = await openEmbedder({ kind: 'minilm' });
  const texts = ['Fresh food for dogs', 'Meals that puppies love', 'Refinance your mortgage', '50 %'];
  const [dogs, puppies, mortgage, none] = await embedder.embed(texts);
  const dot = (a?: Int8Array, b?: Int8Array): number =>
    (a ?? new Int8Array()).reduce((sum, value, at) => sum + value * (b?.[at] ?? 0), 0);
  expect(embedder).toMatchObject({ model: 'all-MiniLM-L6-v2@fp16', dimensions: 384 });
  expect(dot(dogs, puppies)).toBeGreaterThan(2 * Math.abs(dot(dogs, mortgage)));
  expect(none).toEqual(new Int8Array(384));
});
