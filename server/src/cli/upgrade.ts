import type { SchemaState } from '../backup/upgrade.ts';
import { installedVersion } from '../system/system.ts';
import { withBareEngines } from './bareEngines.ts';
import type { LocalCommand } from './command.ts';
import { assertInstanceExists, viaServerOrLocally } from './engineAccess.ts';
import { requestServer, stoppedEarly } from './socketClient.ts';

export const upgradeCommand: LocalCommand = {
  name: 'upgrade',
  usage: 'upgrade',
  summary: 'Show what starting this version would change, without changing anything.',
  details: `Shows the schema versions of the engines, the migrations that would run, whether there is a backup of the last 24 hours, and
what to do. Works with and without a running server. See docs/upgrading.md for the steps.`,
  check: (args) => (args.length > 0 ? 'upgrade takes no arguments.' : null),
  runLocally: async ({ config }, _args, { print }) => {
    const { knownMigrations, schemaState, upgradeNotes } = await import('../backup/upgrade.ts');
    const state = await viaServerOrLocally(
      () => stateOfServer(config.dataFolder),
      () => {
        assertInstanceExists(config);
        return withBareEngines(config, ({ db, clickhouse }) => schemaState(db, clickhouse));
      },
    );
    print(`This is Magpie ${installedVersion()}.`);
    for (const line of upgradeNotes(state, await knownMigrations(config.clickhouseCluster), new Date()))
      print(line);
    return 0;
  },
};

async function stateOfServer(dataFolder: string): Promise<SchemaState | null> {
  const messages = await requestServer(dataFolder, '/schema', '');
  if (messages === null) return null;
  for await (const message of messages) {
    if ('error' in message) throw new Error(message.error.message);
    if ('schema' in message) return message.schema;
  }
  throw new Error(stoppedEarly);
}
