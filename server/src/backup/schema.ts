import type { AppliedMigration } from '../db/postgres/migrate.sql.ts';

/** What of a list of migrations a schema has had, and what would come. */
export interface SchemaStep<Migration> {
  readonly had: readonly Migration[];
  readonly toCome: readonly Migration[];
}

/**
 * Holds what a schema has had against what this version of Magpie knows; throws one sentence when it is of a newer version or
 * of another one. Of the index the checksum depends on where it is kept, and is held against by its own ledger.
 */
export function schemaStep<Migration extends Pick<AppliedMigration, 'version'>>(
  engine: string,
  applied: readonly AppliedMigration[],
  known: readonly Migration[],
  checksum: (migration: Migration) => string,
): SchemaStep<Migration> {
  const byVersion = new Map(known.map((migration) => [migration.version, migration]));
  for (const { version, name, checksum: had } of applied) {
    const migration = byVersion.get(version);
    if (migration === undefined) {
      const newest = Math.max(0, ...byVersion.keys());
      throw new Error(
        `The backup has ${engine} schema version ${version} (${name}), and this Magpie knows up to ${newest}; restore it with the version that made it, or a newer one.`,
      );
    }
    if (checksum(migration) !== had) {
      throw new Error(
        `The ${engine} migration ${version} (${name}) of the backup is not the one that this Magpie knows; restore it with the version that made it.`,
      );
    }
  }
  const had = new Set(applied.map(({ version }) => version));
  return {
    had: known.filter(({ version }) => had.has(version)),
    toCome: known.filter(({ version }) => !had.has(version)),
  };
}
