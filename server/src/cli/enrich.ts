import type { Outdated } from '../ads/ads.sql.ts';
import { steps, type Step } from '../ads/enrichment.ts';
import type { Instance } from '../app.ts';
import { formatBar, formatCount } from '../ingestion/importing/progress.ts';
import { type EngineCommand, type Print, type Problem, withArguments } from './command.ts';

/** What can be recomputed: the enrichment steps of each ad, and the text vectors, which ads share. */
const vectors = 'vectors';
const names = [...steps, vectors];
const usage = `Expected no arguments, or --since <step>@<version> such as tags@1; steps: ${names.join(', ')}.`;

interface Since {
  readonly name: string;
  readonly version: number;
}

/** `--since tags@1`: results of version 1 of that step or later. Null: results of older versions. */
function readSince(args: readonly string[]): { readonly since: Since | null } | Problem {
  if (args.length === 0) return { since: null };
  const [option, value = ''] = args;
  const [, name = '', digits] = /^(\w+)@(\d{1,5})$/.exec(value) ?? [];
  return args.length === 2 && option === '--since' && names.includes(name)
    ? { since: { name, version: Number(digits) } }
    : { problem: usage };
}

export const enrichCommand: EngineCommand = {
  name: 'enrich',
  usage: 'enrich [--since <step>@<version>]',
  summary: 'Recompute what is derived from ads: language, tags, landing pages …',
  details: `Without options it recomputes ads that were enriched by an older version of a step, as after an upgrade. With --since it
recomputes results of that version of the step or later. Steps: ${names.join(', ')}.`,
  prepare: withArguments(readSince, async ({ since }, instance, print, stopping) => {
    if (since?.name === vectors) {
      // The version of vectors is part of the model name, so all of them are recomputed.
      await instance.index.refreshDerived({ hasTime: () => !stopping.aborted, again: true });
      print('Recomputed all text vectors.');
    } else await enrichAgain(instance, since, print, stopping);
    return stopping.aborted ? 130 : 0;
  }),
};

async function enrichAgain(
  { index }: Instance,
  since: Since | null,
  print: Print,
  stopping: AbortSignal,
): Promise<void> {
  const step = steps.find((known): known is Step => known === since?.name);
  const outdated: Outdated =
    since === null || step === undefined ? { not: index.versions } : { since: { [step]: since.version } };
  const ads = await index.catalog.enrichAgain(outdated, stopping, (done, total) =>
    print(
      `${formatBar(done / total)}  ${Math.floor((100 * done) / total)}%  ${formatCount(done)} of ${formatCount(total)} ads`,
    ),
  );
  await index.catalog.optimize();
  print(ads === 0 ? 'Every ad is up to date.' : `Enriched ${formatCount(ads)} ads.`);
}
