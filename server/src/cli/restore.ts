import path from 'node:path';
import type { Restorable } from '../backup/restore.ts';
import type { Config } from '../config/config.ts';
import { withBareEngines } from './bareEngines.ts';
import type { BesideCommand, Terminal } from './command.ts';

export const restoreCommand: BesideCommand = {
  name: 'restore',
  usage: 'restore [--check] <folder>',
  summary: 'Put a backup into an instance that has nothing.',
  details: `The whole backup is verified first. MAGPIE_DATA_DIR, DATABASE_URL, CLICKHOUSE_URL and S3_URL say where it goes, which need not be
the engines that it came from; no server may run there. A backup of an older version is brought to this one; a newer one is refused. Cut
off, it is begun again by the same command, and no server starts before it has come to its end. With --check it only reads the backup and says
whether this version can restore it. Exit codes: 0 restored, 1 failed, 2 called wrongly.`,
  check: (args) => {
    const folders = args.filter((word) => word !== '--check');
    const option = folders.find((word) => word.startsWith('-'));
    if (option !== undefined) return `restore has no option ${option}.`;
    return folders.length === 1 ? null : `Give one folder, got ${folders.length}.`;
  },
  runBeside: async ({ config }, args, terminal) => {
    const { checkRestorable } = await import('../backup/restore.ts');
    // Before any engine is made for it.
    const backup = await checkRestorable(path.resolve(args.find((word) => word !== '--check') ?? ''));
    const { takenAt, checksums } = backup.manifest;
    if (args.includes('--check')) {
      terminal.say(`The backup of ${takenAt} is whole, and this version can restore it.`);
      return 0;
    }
    terminal.say(`The backup is whole: ${checksums.files} files.`);
    return restore(config, backup, terminal);
  },
};

function restore(config: Config, backup: Restorable, { say }: Terminal): Promise<number> {
  return withBareEngines(config, async (engines) => {
    const { restoreBackup } = await import('../backup/restore.ts');
    const { openFiles } = await import('../integrations/storage/files.ts');
    const files = openFiles(config);
    await files.check();
    await restoreBackup({ ...engines, files, config }, backup, say);
    say(`Restored the backup of ${backup.manifest.takenAt}; npm start starts it.`);
    return 0;
  });
}
