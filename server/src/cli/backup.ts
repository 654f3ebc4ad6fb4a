import path from 'node:path';
import { byOperator, addAuditEntry } from '../auth/auditLog.sql.ts';
import { whole } from '../ingestion/importing/progress.ts';
import type { BesideCommand, InsideCommand } from './command.ts';

function oneFolder(what: string): (args: readonly string[]) => string | null {
  return (args) => {
    const [folder, ...more] = args;
    if (folder === undefined || folder === '') return `Give ${what}.`;
    if (folder.startsWith('-')) return `There is no option ${folder}.`;
    return more.length > 0 ? `Give one folder, got ${args.length}.` : null;
  };
}

const checkBackedUp = oneFolder('the folder of the backup');

const backup: InsideCommand = {
  name: 'backup',
  usage: 'backup <folder>',
  summary: 'Write everything to a new folder: both databases, kept pictures and studio images.',
  details: `Also while the server runs: it is all as it was at one moment, and people and imports go on. The folder must not be there
yet, and is for its owner alone, since it holds everybody's secrets. One that is cut off leaves nothing that looks whole. backup verify finds any
byte that changed later; restore puts it into another instance, also one with other engines. docs/backup.md says what is in it.
Exit codes: 0 written, 1 failed, 2 called wrongly, 130 interrupted.`,
  needsInstance: true,
  check: oneFolder('the folder to write to'),
  // The server may have another working directory.
  complete: (args) => Promise.resolve(args.map((folder) => path.resolve(folder))),
  run: async (instance, [target = ''], print, stopping) => {
    const { makeBackup, megabytes } = await import('../backup/backup.ts');
    const startedAt = performance.now();
    const { catalog } = instance.index;
    try {
      const { checksums, files } = await makeBackup(
        { ...instance, catalog },
        { target, say: print, stopping },
      );
      await addAuditEntry(instance.db, { act: 'backup.made', ...byOperator, details: { bytes: checksums.bytes } });
      if (files.lost > 0)
        print(`${whole(files.lost)} files that are referred to were missing, and are not in it.`);
      const seconds = (performance.now() - startedAt) / 1000;
      const rate = megabytes(checksums.bytes / seconds);
      print(`Wrote ${megabytes(checksums.bytes)} to ${target} in ${seconds.toFixed(1)} s, ${rate} a second.`);
      return 0;
    } catch (error) {
      if (!stopping.aborted) throw error;
      print('Stopped; nothing was written.');
      return 130;
    }
  },
};

const backupVerify: BesideCommand = {
  name: 'backup verify',
  usage: 'backup verify <folder>',
  summary: 'Read a backup and find whatever is not as it was written.',
  details: `Every byte is held against the checksums, and no file may be missing or added. sha256sum -c checksums.sha256
manifest.json.sha256, called in the folder, finds all of it but files that were added. Exit codes: 0 whole, 1 damaged, 2 called wrongly.`,
  check: checkBackedUp,
  runBeside: async (_reach, [folder = ''], terminal) => {
    const { megabytes } = await import('../backup/backup.ts');
    const { verifyBackup } = await import('../backup/verify.ts');
    const { takenAt, magpie, checksums } = await verifyBackup(path.resolve(folder));
    terminal.say(
      `The backup is whole: ${whole(checksums.files)} files, ${megabytes(checksums.bytes)}, of ${takenAt}, by Magpie ${magpie}.`,
    );
    return 0;
  },
};

/** The longer name first: the command line takes the first that fits. */
export const backupCommands = [backupVerify, backup];
