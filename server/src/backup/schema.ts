import type { AppliedMigration } from '../db/postgres/migrate.sql.ts';

export interface SchemaStep<Migration> {
  readonly applied: readonly Migration[];
  readonly pending: readonly Migration[];
}

/**
 * Compares the migrations of a backup with those of this version; throws if the backup is newer or has different ones.
 * `checksum` is a parameter because the checksum of an index migration depends on the topology.
 */
export function compareSchema<Migration extends Pick<AppliedMigration, 'version'>>(
  engine: string,
  applied: readonly AppliedMigration[],
  known: readonly Migration[],
  checksum: (migration: Migration) => string,
): SchemaStep<Migration> {
  const byVersion = new Map(known.map((migration) => [migration.version, migration]));
  for (const { version, name, checksum: backedUp } of applied) {
    const migration = byVersion.get(version);
    if (migration === undefined) {
      const newest = Math.max(0, ...byVersion.keys());
      throw new Error(
        `The backup has ${engine} schema version ${version} (${name}), but this version of Magpie supports up to ${newest}; restore it with the version that created it or a newer one.`,
      );
    }
    if (checksum(migration) !== backedUp) {
      throw new Error(
        `The ${engine} migration ${version} (${name}) of the backup differs from the one in this version of Magpie; restore it with the version that created it.`,
      );
    }
  }
  const versions = new Set(applied.map(({ version }) => version));
  return {
    applied: known.filter(({ version }) => versions.has(version)),
    pending: known.filter(({ version }) => !versions.has(version)),
  };
}
