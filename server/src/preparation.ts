import { existsSync } from 'node:fs';
import os from 'node:os';
import type { TextAnalysis } from './ads/enrichment.ts';
import type { AdTexts, AnalyzeTexts } from './enrichment/wording.ts';
import type { PreparedRecord, Preparation } from './ingestion/importing/prepare.ts';
import { createWorkerThread } from './integrations/workerThread.ts';
import type { PreparationTask } from './preparationThread.ts';

/** Exists in the build only; tests run from sources without it. */
const workerFile = new URL('preparationThread.js', import.meta.url);

/** Each thread holds the language model and the cues; the main thread and the engine need a core too. */
const maxThreads = 4;

interface AdPreparation extends Preparation {
  readonly analyze: AnalyzeTexts;
}

/** The threads that parse, check and analyze ads; undefined when run from sources. */
export function createPreparation(
  threads = Math.min(maxThreads, Math.max(1, os.availableParallelism() - 1)),
): AdPreparation | undefined {
  if (!existsSync(workerFile)) return undefined;
  const { run } = createWorkerThread<PreparationTask, string>({
    file: workerFile,
    threads,
    idleMilliseconds: 20_000,
    maxYoungMegabytes: 32,
  });
  return {
    threads,
    analyze: async (ads) => {
      const analyses = await run({ texts: ads.map(pickTexts) });
      return JSON.parse(analyses) as TextAnalysis[];
    },
    prepare: async (segment, source) => {
      // A view would be sent with the whole buffer behind it.
      const own = 'lines' in segment ? { ...segment, lines: new Uint8Array(segment.lines) } : segment;
      return JSON.parse(await run({ segment: own, source })) as PreparedRecord[];
    },
  };
}

function pickTexts({ language, headlines, bodies, description, ctaText, cards }: AdTexts): AdTexts {
  return {
    language,
    headlines,
    bodies,
    description,
    ctaText,
    cards: cards.map(({ headline, body, description: more }) => ({ headline, body, description: more })),
  };
}
