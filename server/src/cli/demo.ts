import type { BesideCommand } from './command.ts';

const mostAds = 10_000_000;

function adsIn(args: readonly string[]): number | undefined {
  const [option, value = ''] = args;
  const ads = /^\d{1,8}$/.test(value) ? Number(value) : 0;
  return args.length === 2 && option === '--ads' && ads >= 1 && ads <= mostAds ? ads : undefined;
}

function isRemoval(args: readonly string[]): boolean {
  return args.length === 1 && args[0] === '--remove';
}

export const demoCommand: BesideCommand = {
  name: 'demo',
  usage: 'demo --ads <number> | --remove',
  summary: 'Put demo ads into the index, as many as wanted, or remove all of them.',
  details: `The ads are made, not copied: the same ones for the same day and number, and a larger number begins with the
smaller one. They carry the source demo. --remove removes all of them from the index, and nothing else: other ads,
boards and saved ads stay.`,
  check: (args) =>
    isRemoval(args) || adsIn(args) !== undefined
      ? null
      : `Say how many: demo --ads and a whole number from 1 to ${mostAds}; or demo --remove.`,
  runBeside: async (reach, args, terminal) => {
    if (isRemoval(args)) {
      terminal.say(`Removed ${await reach.removeDemo()} demo ads.`);
      return 0;
    }
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
