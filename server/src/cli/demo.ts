import { type LocalCommand, type Problem, withArguments } from './command.ts';

const mostAds = 10_000_000;

/** The number of ads to add; 0 to remove them all. */
function readDemoArguments(args: readonly string[]): { readonly ads: number } | Problem {
  const [option, value = ''] = args;
  if (args.length === 1 && option === '--remove') return { ads: 0 };
  const ads = /^\d{1,8}$/.test(value) ? Number(value) : 0;
  if (args.length === 2 && option === '--ads' && ads >= 1 && ads <= mostAds) return { ads };
  return { problem: `Expected demo --ads <number> with a number from 1 to ${mostAds}, or demo --remove.` };
}

export const demoCommand: LocalCommand = {
  name: 'demo',
  usage: 'demo --ads <number> | --remove',
  summary: 'Add demo ads to the index, or remove them.',
  details: `The ads are generated: the same day and number give the same ads, and a larger number includes the ads of a smaller
one. Their source is demo. --remove removes all demo ads from the index; other ads, boards and saved ads
stay.`,
  prepareLocally: withArguments(readDemoArguments, async ({ ads }, access, terminal) => {
    if (ads === 0) {
      terminal.print(`Removed ${await access.removeDemo()} demo ads.`);
      return 0;
    }
    const { loadDemo } = await import('../ingestion/demo/loadDemo.ts');
    const startedAt = performance.now();
    const today = new Date().toISOString().slice(0, 10);
    const { created, updated, unchanged } = await loadDemo(await access.adWriter(), {
      ads,
      today,
      stopping: access.stopping,
      progress: (done) => {
        const rate = Math.round(done / ((performance.now() - startedAt) / 1000));
        terminal.printError(`${done} of ${ads} demo ads, ${rate}/s`);
      },
    });
    terminal.print(`Demo ads: ${created} new, ${updated} updated, ${unchanged} unchanged.`);
    return access.stopping.aborted ? 130 : 0;
  }),
};
