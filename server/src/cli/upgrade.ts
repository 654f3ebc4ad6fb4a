import { installedVersion } from '../system/system.ts';
import { withBareEngines } from './bareEngines.ts';
import { type LocalCommand, withoutArguments } from './command.ts';
import { assertInstanceExists, viaServerOrLocally } from './engineAccess.ts';
import { requestServer } from './socketClient.ts';

export const upgradeCommand: LocalCommand = {
  name: 'upgrade',
  usage: 'upgrade',
  summary: 'Show what starting this version would change, without changing anything.',
  details: `Shows the schema versions of the engines, the migrations that would run, whether there is a backup of the last 24 hours, and
what to do. Works with and without a running server. See docs/upgrading.md for the steps.`,
  prepareLocally: withoutArguments('upgrade', async ({ config }, { print }) => {
    const { knownMigrations, schemaState, upgradeNotes } = await import('../backup/upgrade.ts');
    const state = await viaServerOrLocally(
      async () => (await requestServer(config.dataFolder, '/schema', 'schema'))?.schema ?? null,
      () => {
        assertInstanceExists(config);
        return withBareEngines(config, ({ db, clickhouse }) => schemaState(db, clickhouse));
      },
    );
    print(`This is Magpie ${installedVersion()}.`);
    for (const line of upgradeNotes(state, await knownMigrations(config.clickhouseCluster), new Date()))
      print(line);
    return 0;
  }),
};
