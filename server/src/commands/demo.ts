import type { BesideCommand } from './command.ts';

const mostAds = 10_000_000;

function adsIn(args: readonly string[]): number | undefined {
  const [option, value = ''] = args;
  const ads = /^\d{1,8}$/.test(value) ? Number(value) : 0;
  return args.length === 2 && option === '--ads' && ads >= 1 && ads <= mostAds ? ads : undefined;
}

export const demoCommand: BesideCommand = {
  name: 'demo',
  usage: 'demo --ads <number>',
  summary: 'Put demo ads into the index, as many as wanted.',
  details: `The ads are made, not copied: the same ones for the same day and number, and a larger number begins with the
smaller one. They carry the source demo.`,
  check: (args) =>
    adsIn(args) === undefined ? `Say how many: demo --ads and a whole number from 1 to ${mostAds}.` : null,
  runBeside: async (reach, args, terminal) => {
    const { loadDemo } = await import('../demo/loadDemo.ts');
    const ads = adsIn(args) ?? 0;
    const startedAt = performance.now();
    const today = new Date().toISOString().slice(0, 10);
    const { created, updated, unchanged } = await loadDemo(await reach.sink(), {
      ads,
      today,
      stopping: reach.stopping,
      progress: (done) => {
        const rate = Math.round(done / ((performance.now() - startedAt) / 1000));
        terminal.complain(`${done} of ${ads} demo ads, ${rate} a second`);
      },
    });
    terminal.say(`Demo ads: ${created} new, ${updated} updated, ${unchanged} unchanged.`);
    return reach.stopping.aborted ? 130 : 0;
  },
};
