import path from 'node:path';
import { byOperator, addAuditEntry } from '../rpc/auditLog.sql.ts';
import { formatCount } from '../ingestion/importing/progress.ts';
import type { LocalCommand, EngineCommand } from './command.ts';

function oneFolder(what: string): (args: readonly string[]) => string | null {
  return (args) => {
    const [folder, ...more] = args;
    if (folder === undefined || folder === '') return `Missing argument: ${what}.`;
    if (folder.startsWith('-')) return `Unknown option ${folder}.`;
    return more.length > 0 ? `Expected one folder, got ${args.length}.` : null;
  };
}

const checkBackupFolder = oneFolder('the folder of the backup');

const backup: EngineCommand = {
  name: 'backup',
  usage: 'backup <folder>',
  summary: 'Write everything to a new folder: both databases, saved pictures and studio images.',
  details: `Works while the server is running: the backup is a consistent snapshot, and users and imports are not blocked. The folder must
not exist yet. Only its owner can read it, because it contains secrets. An interrupted backup leaves no folder behind. To check a backup, use
backup verify; to restore it into another instance, also with other engines, use restore. See docs/backup.md for the format.
Exit codes: 0 written, 1 failed, 2 usage error, 130 interrupted.`,
  needsInstance: true,
  check: oneFolder('the folder to write to'),
  // The server may have another working directory.
  resolveArgs: (args) => Promise.resolve(args.map((folder) => path.resolve(folder))),
  run: async (instance, [target = ''], print, stopping) => {
    const { makeBackup, megabytes } = await import('../backup/backup.ts');
    const startedAt = performance.now();
    const { catalog } = instance.index;
    try {
      const { checksums, files } = await makeBackup(
        { ...instance, catalog },
        { target, print: print, stopping },
      );
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
  },
};

const backupVerify: LocalCommand = {
  name: 'backup verify',
  usage: 'backup verify <folder>',
  summary: 'Check a backup against its checksums.',
  details: `Verifies every byte, and that no file is missing or was added. Running sha256sum -c checksums.sha256 manifest.json.sha256
in the folder checks the same except for added files. Exit codes: 0 intact, 1 damaged, 2 usage error.`,
  check: checkBackupFolder,
  runLocally: async (_access, [folder = ''], terminal) => {
    const { megabytes } = await import('../backup/backup.ts');
    const { verifyBackup } = await import('../backup/verify.ts');
    const { takenAt, magpie, checksums } = await verifyBackup(path.resolve(folder));
    terminal.print(
      `The backup is intact: ${formatCount(checksums.files)} files, ${megabytes(checksums.bytes)}, taken at ${takenAt} by Magpie ${magpie}.`,
    );
    return 0;
  },
};

/** The longer name comes first, because the first match wins. */
export const backupCommands = [backupVerify, backup];
