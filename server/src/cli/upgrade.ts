import type { SchemaState } from '../backup/upgrade.ts';
import { installedVersion } from '../system/system.ts';
import { withBareEngines } from './bareEngines.ts';
import type { BesideCommand } from './command.ts';
import { mustBeThere, wherever } from './engineAccess.ts';
import { ask, stoppedEarly } from './socketClient.ts';

export const upgradeCommand: BesideCommand = {
  name: 'upgrade',
  usage: 'upgrade',
  summary: 'Say what a start of this version would change in this instance; changes nothing.',
  details: `Asks the running server, or looks into the engines where none runs: which schema versions they have, which migrations
would run, whether a backup was made within a day, and what to do. docs/upgrading.md has the steps.`,
  check: (args) => (args.length > 0 ? 'upgrade takes no arguments.' : null),
  runBeside: async ({ config }, _args, { say }) => {
    const { knownMigrations, schemaState, upgradeNotes } = await import('../backup/upgrade.ts');
    const state = await wherever(
      () => stateOfServer(config.dataFolder),
      () => {
        mustBeThere(config);
        // As they are: nothing is migrated.
        return withBareEngines(config, ({ db, clickhouse }) => schemaState(db, clickhouse));
      },
    );
    say(`This is Magpie ${installedVersion()}.`);
    for (const line of upgradeNotes(state, await knownMigrations(config.clickhouseCluster), new Date()))
      say(line);
    return 0;
  },
};

async function stateOfServer(dataFolder: string): Promise<SchemaState | null> {
  const messages = await ask(dataFolder, '/schema', '');
  if (messages === null) return null;
  for await (const message of messages) {
    if ('error' in message) throw new Error(message.error.message);
    if ('schema' in message) return message.schema;
  }
  throw new Error(stoppedEarly);
}
