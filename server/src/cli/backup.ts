import path from 'node:path';
import { byOperator, addAuditEntry } from '../rpc/auditLog.sql.ts';
import { formatCount } from '../ingestion/importing/progress.ts';
import {
  type LocalCommand,
  type EngineCommand,
  readOneArgument,
  withArguments,
  withoutArguments,
} from './command.ts';
import { assertInstanceExists, viaServerOrLocally, withBareEngines } from './engineAccess.ts';
import { requestServer } from './socketClient.ts';
import { installedVersion } from '../system/system.ts';

function readFolder(args: readonly string[]) {
  if (args[0] === '-') return { problem: 'A backup is a folder and cannot be piped; name a folder.' };
  return readOneArgument(args, 'the folder of the backup', 'folder');
}

const backup: EngineCommand = {
  name: 'backup',
  usage: 'backup <folder>',
  summary: 'Write everything to a new folder: both databases, saved pictures and studio images.',
  details: `Works while the server is running: the backup is a consistent snapshot, and users and imports are not blocked. The folder must
not exist yet. Only its owner can read it, because it contains secrets. An interrupted backup leaves no folder behind. To check a backup, use
backup verify; to restore it into another instance, also with other engines, use restore. See docs/backup.md for the format.
Exit codes: 0 written, 1 failed, 2 usage error, 130 interrupted.`,
  needsInstance: true,
  // The server may have another working directory.
  resolveArgs: (args) => Promise.resolve(args.map((folder) => path.resolve(folder))),
  prepare: withArguments(readFolder, async ({ value: target }, instance, print, stopping) => {
    const { makeBackup, megabytes } = await import('../backup/backup.ts');
    const startedAt = performance.now();
    const { catalog } = instance.index;
    try {
      const { checksums, files } = await makeBackup({ ...instance, catalog }, { target, print, stopping });
      await addAuditEntry(instance.db, {
        act: 'backup.made',
        ...byOperator,
        details: { bytes: checksums.bytes },
      });
      if (files.lost > 0)
        print(`${formatCount(files.lost)} referenced files were missing and are not in the backup.`);
      const seconds = (performance.now() - startedAt) / 1000;
      const rate = megabytes(checksums.bytes / seconds);
      print(`Wrote ${megabytes(checksums.bytes)} to ${target} in ${seconds.toFixed(1)} s (${rate}/s).`);
      return 0;
    } catch (error) {
      if (!stopping.aborted) throw error;
      print('Stopped; nothing was written.');
      return 130;
    }
  }),
};

const backupVerify: LocalCommand = {
  name: 'backup verify',
  usage: 'backup verify <folder>',
  summary: 'Check a backup against its checksums.',
  details: `Verifies every byte, and that no file is missing or was added. Running sha256sum -c checksums.sha256 manifest.json.sha256
in the folder checks the same except for added files. Exit codes: 0 intact, 1 damaged, 2 usage error.`,
  prepareLocally: withArguments(readFolder, async ({ value: folder }, _access, { print }) => {
    const { megabytes } = await import('../backup/backup.ts');
    const { verifyBackup } = await import('../backup/verify.ts');
    const { takenAt, magpie, checksums } = await verifyBackup(path.resolve(folder));
    print(
      `The backup is intact: ${formatCount(checksums.files)} files, ${megabytes(checksums.bytes)}, taken at ${takenAt} by Magpie ${magpie}.`,
    );
    return 0;
  }),
};

const restore: LocalCommand = {
  name: 'restore',
  usage: 'restore [--check] <folder>',
  summary: 'Restore a backup into an empty instance.',
  details: `Verifies the whole backup first. MAGPIE_DATA_DIR, DATABASE_URL, CLICKHOUSE_URL and S3_URL select the target, which may use other
engines than the source; no server may be running there. A backup of an older version is migrated; one of a newer version is rejected.
After an interruption, run the same command again; no server starts until the restore is complete. With --check it only verifies that this
version can restore the backup. Exit codes: 0 restored, 1 failed, 2 usage error.`,
  prepareLocally: withArguments(readRestoreArguments, async (args, { config }, { print }) => {
    const { checkRestorable, restoreBackup } = await import('../backup/restore.ts');
    // Before any engine is created.
    const restorable = await checkRestorable(path.resolve(args.value));
    const { takenAt, checksums } = restorable.manifest;
    if (args.isCheck) {
      print(`The backup of ${takenAt} is intact, and this version can restore it.`);
      return 0;
    }
    print(`The backup is intact: ${checksums.files} files.`);
    return withBareEngines(config, async (engines) => {
      const { openFiles } = await import('../integrations/storage/files.ts');
      const files = openFiles(config);
      await files.check();
      await restoreBackup({ ...engines, files, config }, restorable, print);
      print(`Restored the backup of ${takenAt}; start the server with npm start.`);
      return 0;
    });
  }),
};

function readRestoreArguments(args: readonly string[]) {
  const read = readFolder(args.filter((word) => word !== '--check'));
  return 'problem' in read ? read : { ...read, isCheck: args.includes('--check') };
}

const upgrade: LocalCommand = {
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

/** The longer name comes first, because the first match wins. */
export const backupCommands = [backupVerify, backup, restore, upgrade];
