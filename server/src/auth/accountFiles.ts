import type { Postgres } from '../db/postgres/postgres.ts';
import { accountParts, longPartPage, longParts } from './accountFiles.sql.ts';

/** A file of an archive. */
export interface AccountFile {
  readonly name: string;
  readonly content: Buffer;
}

const rowsInFile = 1000;

/** The data of a user except boards and saved ads: `account.json`, and separate paged files for long lists. */
export async function* accountFiles(tx: Postgres, userId: string): AsyncGenerator<AccountFile> {
  const { profile = [], ...others } = await accountParts(tx, userId);
  const account = { profile: profile[0], ...others };
  yield { name: 'account.json', content: Buffer.from(`${JSON.stringify(account, null, 2)}\n`) };
  for (const part of Object.keys(longParts) as (keyof typeof longParts)[]) {
    for (let after = 0, file = 1; ; file += 1) {
      const rows = await longPartPage(tx, part, userId, after, rowsInFile);
      const last = rows.at(-1);
      if (last === undefined) break;
      const lines = rows.map((row) => `${JSON.stringify(row)}\n`).join('');
      yield { name: `account/${part}-${file}.jsonl`, content: Buffer.from(lines) };
      after = last.id;
    }
  }
}
