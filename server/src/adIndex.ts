import { createCatalog, type Catalog } from './ads/catalog.ts';
import type { Enrichment } from './ads/enrichment.ts';
import { createPresentation, type PresentAds } from './ads/presentation.ts';
import type { TextEmbedder } from './ads/vectors.ts';
import { openEmbedder } from './enrichment/embeddings/open.ts';
import { createEnrichment } from './enrichment/enrichment.ts';
import { createModelTagLookup } from './enrichment/modelTagLookup.ts';
import { createTextAnalyzer } from './enrichment/wordsThread.ts';
import type { ClickHouse } from './db/clickhouse/clickhouse.ts';
import type { Config } from './config/config.ts';
import type { Postgres } from './db/postgres/postgres.ts';
import { savedAdUpdater } from './boards/measurements.ts';

/** The ad index with enrichment and presentation. */
export interface AdIndex {
  readonly catalog: Catalog;
  readonly clickhouse: ClickHouse;
  /** The current version of each enrichment step. */
  readonly versions: Enrichment['versions'];
  readonly tagDefinitions: Enrichment['tagDefinitions'];
  /** Presents ads for the API; the site address is the base of generated images. */
  presentation(siteAddress: () => string): PresentAds;
  /** Refreshes totals and embeds new texts while there is time; `again` embeds all texts again. */
  refreshDerived(options: { hasTime: () => boolean; again?: boolean }): Promise<void>;
}

export function createAdIndex(
  clickhouse: ClickHouse,
  db: Postgres,
  config: Pick<Config, 'clickhouseCluster' | 'embeddings' | 'embeddingsModel' | 'embeddingsKey' | 'textUrl'>,
): AdIndex {
  const enrichment = createEnrichment(createTextAnalyzer(), createModelTagLookup(config.textUrl !== null));
  let opened: Promise<TextEmbedder> | undefined;
  const embedder = (): Promise<TextEmbedder> => {
    opened ??= openConfigured(config).catch((error: unknown) => {
      // A remote service may be available at the next attempt.
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
    // Other embedders are too slow for imports, so the job does their work.
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
