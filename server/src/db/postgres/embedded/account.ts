import { chown, readFile, stat } from 'node:fs/promises';
import path from 'node:path';

/** The account under which the server runs when it is not our own; null: our own. */
export type Account = { readonly uid: number; readonly gid: number } | null;

/**
 * PostgreSQL refuses to run as root, so root hands it to this account. It is not `nobody`, because
 * everything without an owner of its own is `nobody`: other daemons, files of unmapped users, squashed
 * network mounts; any of them could then read the data. The number has no name on any system: above people
 * and daemons, below what systemd hands out, and within the 65,536 that a container usually has.
 */
const privateAccount = { uid: 60_917, gid: 60_917 } as const;

/** Whose server it is: that of the files once they exist, so that every start agrees with the first. */
export async function chooseAccount(cluster: string): Promise<Account> {
  const owner = await stat(cluster).catch(() => null);
  const us = process.getuid?.() ?? 0;
  if (us !== 0) {
    if (owner === null || owner.uid === us) return null;
    throw new Error(
      `The PostgreSQL files in ${cluster} belong to the account ${owner.uid} and Magpie runs as ${us}: start it as ${owner.uid === 0 ? 'root' : `that account or as root`}, or set MAGPIE_DATA_DIR to another folder.`,
    );
  }
  return owner === null || owner.uid === 0 ? privateAccount : { uid: owner.uid, gid: owner.gid };
}

/**
 * `initdb` insists on an account with a name, which the server itself does not. Root lends it that of
 * `nobody` for the second it takes; the files are handed over before the server sees them.
 */
export async function namedAccount(account: Account): Promise<Account> {
  if (account === null) return null;
  const accounts = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'));
  if (accounts.some(([, , uid]) => Number(uid) === account.uid)) return account;
  const nobody = accounts.find(([name]) => name === 'nobody');
  if (nobody === undefined) {
    throw new Error(
      'PostgreSQL does not run as root and there is no account named nobody to lend it: start Magpie as an ordinary user, or set DATABASE_URL.',
    );
  }
  return { uid: Number(nobody[2]), gid: account.gid };
}

export async function giveTo(account: Account, file: string): Promise<void> {
  if (account === null) return;
  await chown(file, account.uid, account.gid).catch((error: unknown) => {
    throw new Error(
      `PostgreSQL does not run as root, and ${file} cannot be given to the account that runs it instead (${account.uid}): start Magpie as an ordinary user, or set MAGPIE_DATA_DIR to a folder on another disk.`,
      { cause: error },
    );
  });
}

/** The outermost folder on the way to this one that the account may not pass through, by the folders' modes. */
export async function closedFolder(folder: string, account: Account): Promise<string | null> {
  const parent = path.dirname(folder);
  const outer = parent === folder ? null : await closedFolder(parent, account);
  if (outer !== null || account === null) return outer;
  const { mode, uid, gid } = await stat(folder);
  const passes = uid === account.uid ? 0o100 : gid === account.gid ? 0o010 : 0o001;
  return (mode & passes) === 0 ? folder : null;
}
