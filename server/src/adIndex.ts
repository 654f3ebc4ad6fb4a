import { createCatalog, type Catalog } from './ads/catalog.ts';
import type { Enrichment } from './ads/enrichment.ts';
import { createPresentation, type PresentAds } from './ads/presentation.ts';
import type { TextEmbedder } from './ads/vectors.ts';
import { openEmbedder } from './enrichment/embeddings/open.ts';
import { createEnrichment } from './enrichment/enrichment.ts';
import { createRememberedTags } from './enrichment/rememberedTags.ts';
import { readInThread } from './enrichment/wordsThread.ts';
import type { ClickHouse } from './db/clickhouse/clickhouse.ts';
import type { Config } from './config/config.ts';
import type { Postgres } from './db/postgres/postgres.ts';
import { savedAdUpdater } from './boards/measurements.ts';

/** The index of all ads with what is needed to put ads into it and to show them. */
export interface AdIndex {
  readonly catalog: Catalog;
  readonly clickhouse: ClickHouse;
  /** Of each step of enrichment, the version that new ads are enriched by. */
  readonly versions: Enrichment['versions'];
  readonly tagDefinitions: Enrichment['tagDefinitions'];
  /** Ads as the interface shows them; what the service draws itself is at the given address. */
  presentation(siteAddress: () => string): PresentAds;
  /** Counts totals and embeds texts that wait for it, as long as there is time; or embeds all of them again. */
  refreshDerived(options: { hasTime: () => boolean; again?: boolean }): Promise<void>;
}

export function createAdIndex(
  clickhouse: ClickHouse,
  db: Postgres,
  config: Pick<Config, 'clickhouseCluster' | 'embeddings' | 'embeddingsModel' | 'embeddingsKey' | 'textUrl'>,
): AdIndex {
  const enrichment = createEnrichment(readInThread(), createRememberedTags(config.textUrl !== null));
  let opened: Promise<TextEmbedder> | undefined;
  const embedder = (): Promise<TextEmbedder> => {
    opened ??= openConfigured(config).catch((error: unknown) => {
      // A service that was away may be back the next time.
      opened = undefined;
      throw error;
    });
    return opened;
  };
  const catalog = createCatalog({
    clickhouse,
    cluster: config.clickhouseCluster,
    db,
    enrichment,
    // Any other takes minutes for what this one does in a second, and is left to the job.
    embedder: config.embeddings === 'static' ? embedder : null,
    copies: savedAdUpdater({ clickhouse, db }),
  });
  return {
    catalog,
    clickhouse,
    versions: enrichment.versions,
    tagDefinitions: enrichment.tagDefinitions,
    presentation: (siteAddress) =>
      createPresentation({ clickhouse, tagDefinitions: enrichment.tagDefinitions, siteAddress }),
    refreshDerived: async (options) => catalog.refreshDerived(await embedder(), options),
  };
}

function openConfigured(
  config: Pick<Config, 'embeddings' | 'embeddingsModel' | 'embeddingsKey'>,
): Promise<TextEmbedder> {
  const { embeddings, embeddingsModel: model, embeddingsKey: key } = config;
  if (embeddings === 'static' || embeddings === 'minilm') return openEmbedder({ kind: embeddings });
  return openEmbedder({
    kind: 'endpoint',
    address: embeddings,
    ...(model !== null && { model }),
    ...(key !== null && { key }),
  });
}
