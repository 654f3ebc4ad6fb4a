import type { Outdated } from '../catalog/ads.sql.ts';
import { steps, type Step } from '../catalog/enrichment.ts';
import type { InsideCommand } from './command.ts';

const form = `--since and a step with its version, such as tags@1; steps are ${steps.join(', ')}`;

/** `tags@1`: what that version of the step has made, or a later one. */
function sinceIn(args: readonly string[]): { step: Step; version: number } | undefined {
  const [option, value = ''] = args;
  const [, name, digits] = /^(\w+)@(\d{1,5})$/.exec(value) ?? [];
  const step = steps.find((known) => known === name);
  if (args.length !== 2 || option !== '--since' || step === undefined) return undefined;
  return { step, version: Number(digits) };
}

export const enrichCommand: InsideCommand = {
  name: 'enrich',
  usage: 'enrich [--since <step>@<version>]',
  summary: 'Find out again what is found out from ads: language, tags, landing pages …',
  details: `Without an option it redoes every ad that an older version of a step has seen, as after an upgrade. With --since it
redoes what that version of the step, or a later one, has made. Steps: ${steps.join(', ')}.`,
  check: (args) => (args.length === 0 || sinceIn(args) !== undefined ? null : `Give nothing, or ${form}.`),
  run: async ({ index }, args, print, stopping) => {
    const since = sinceIn(args);
    const outdated: Outdated =
      since === undefined ? { not: index.versions } : { since: { [since.step]: since.version } };
    const ads = await index.catalog.enrichAgain(outdated, stopping, (done) => print(`${done} ads so far`));
    await index.catalog.settle();
    print(ads === 0 ? 'Every ad is up to date.' : `Enriched ${ads} ads again.`);
    return stopping.aborted ? 130 : 0;
  },
};
