import type { Outdated } from '../ads/ads.sql.ts';
import { steps, type Step } from '../ads/enrichment.ts';
import type { Instance } from '../instance.ts';
import type { InsideCommand } from './command.ts';

/** What can be asked for again: the steps that an ad goes through, and the vectors of texts, which ads share. */
const vectors = 'vectors';
const names = [...steps, vectors];
const form = `--since and a step with its version, such as tags@1; steps are ${names.join(', ')}`;

interface Since {
  readonly name: string;
  readonly version: number;
}

/** `tags@1`: what that version of the step has made, or a later one. */
function sinceIn(args: readonly string[]): Since | undefined {
  const [option, value = ''] = args;
  const [, name = '', digits] = /^(\w+)@(\d{1,5})$/.exec(value) ?? [];
  return args.length === 2 && option === '--since' && names.includes(name)
    ? { name, version: Number(digits) }
    : undefined;
}

export const enrichCommand: InsideCommand = {
  name: 'enrich',
  usage: 'enrich [--since <step>@<version>]',
  summary: 'Find out again what is found out from ads: language, tags, landing pages …',
  details: `Without an option it redoes every ad that an older version of a step has seen, as after an upgrade. With --since it
redoes what that version of the step, or a later one, has made. Steps: ${names.join(', ')}.`,
  check: (args) => (args.length === 0 || sinceIn(args) !== undefined ? null : `Give nothing, or ${form}.`),
  run: async (instance, args, print, stopping) => {
    const since = sinceIn(args);
    if (since?.name === vectors) await embedAgain(instance, print, stopping);
    else await enrichAgain(instance, since, print, stopping);
    return stopping.aborted ? 130 : 0;
  },
};

/** Vectors carry the version of their model in its name: of the present one there is no later version. */
async function embedAgain(
  { index }: Instance,
  print: (line: string) => void,
  stopping: AbortSignal,
): Promise<void> {
  await index.refreshDerived({ hasTime: () => !stopping.aborted, again: true });
  print('Embedded every text again.');
}

async function enrichAgain(
  { index }: Instance,
  since: Since | undefined,
  print: (line: string) => void,
  stopping: AbortSignal,
): Promise<void> {
  const step = steps.find((known): known is Step => known === since?.name);
  const outdated: Outdated =
    since === undefined || step === undefined
      ? { not: index.versions }
      : { since: { [step]: since.version } };
  const ads = await index.catalog.enrichAgain(outdated, stopping, (done) => print(`${done} ads so far`));
  await index.catalog.settle();
  print(ads === 0 ? 'Every ad is up to date.' : `Enriched ${ads} ads again.`);
}
