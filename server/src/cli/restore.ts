import path from 'node:path';
import type { Restorable } from '../backup/restore.ts';
import type { Config } from '../config/config.ts';
import { withBareEngines } from './bareEngines.ts';
import type { LocalCommand, Terminal } from './command.ts';

export const restoreCommand: LocalCommand = {
  name: 'restore',
  usage: 'restore [--check] <folder>',
  summary: 'Restore a backup into an empty instance.',
  details: `Verifies the whole backup first. MAGPIE_DATA_DIR, DATABASE_URL, CLICKHOUSE_URL and S3_URL select the target, which may use other
engines than the source; no server may be running there. A backup of an older version is migrated; one of a newer version is rejected.
After an interruption, run the same command again; no server starts until the restore is complete. With --check it only verifies that this
version can restore the backup. Exit codes: 0 restored, 1 failed, 2 usage error.`,
  check: (args) => {
    const folders = args.filter((word) => word !== '--check');
    const option = folders.find((word) => word.startsWith('-'));
    if (option !== undefined) return `Unknown option ${option}.`;
    return folders.length === 1 ? null : `Expected one folder, got ${folders.length}.`;
  },
  runLocally: async ({ config }, args, terminal) => {
    const { checkRestorable } = await import('../backup/restore.ts');
    // Before any engine is created.
    const backup = await checkRestorable(path.resolve(args.find((word) => word !== '--check') ?? ''));
    const { takenAt, checksums } = backup.manifest;
    if (args.includes('--check')) {
      terminal.print(`The backup of ${takenAt} is intact, and this version can restore it.`);
      return 0;
    }
    terminal.print(`The backup is intact: ${checksums.files} files.`);
    return restore(config, backup, terminal);
  },
};

function restore(config: Config, backup: Restorable, { print }: Terminal): Promise<number> {
  return withBareEngines(config, async (engines) => {
    const { restoreBackup } = await import('../backup/restore.ts');
    const { openFiles } = await import('../integrations/storage/files.ts');
    const files = openFiles(config);
    await files.check();
    await restoreBackup({ ...engines, files, config }, backup, print);
    print(`Restored the backup of ${backup.manifest.takenAt}; start the server with npm start.`);
    return 0;
  });
}
