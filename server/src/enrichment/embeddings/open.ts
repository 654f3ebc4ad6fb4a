import { MagpieError } from '@magpie/contract/errors';
import type { Embedder } from './embedder.ts';
import { endpointEmbedder } from './endpoint.ts';
import { minilmEmbedder } from './minilm.ts';
import { staticEmbedder } from './static.ts';

interface EmbedderSettings {
  readonly kind: 'static' | 'minilm' | 'endpoint';
  /** For an endpoint, like `model` and `key`. */
  readonly address?: string;
  readonly model?: string;
  readonly key?: string;
}

export async function openEmbedder({ kind, address, model, key }: EmbedderSettings): Promise<Embedder> {
  if (kind === 'static') return staticEmbedder();
  if (kind === 'minilm') return minilmEmbedder();
  if (address === undefined || model === undefined) {
    throw new MagpieError(
      'BAD_REQUEST',
      'The embeddings endpoint is incomplete; set its URL in MAGPIE_EMBEDDINGS and a model in MAGPIE_EMBEDDINGS_MODEL.',
    );
  }
  return endpointEmbedder({ address, model, ...(key !== undefined && { key }) });
}
