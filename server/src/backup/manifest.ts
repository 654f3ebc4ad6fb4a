import { z } from 'zod';

/** Where things are in a backup, from its folder on. */
export const places = {
  manifest: 'manifest.json',
  /** The digest of the manifest, as sha256sum writes it. */
  seal: 'manifest.json.sha256',
  /** The digests of all other files, as sha256sum writes them. */
  checksums: 'checksums.sha256',
  postgres: (table: string): string => `postgres/${table}.copy.gz`,
  clickhouse: (table: string): string => `clickhouse/${table}.native.gz`,
  file: (key: string): string => `files/${key}`,
} as const;

const count = z.number().int().nonnegative();
const digest = z.string().regex(/^[0-9a-f]{64}$/);

const AppliedMigration = z.strictObject({ version: count, name: z.string(), checksum: z.string() });

const BackedUpTable = z.strictObject({ name: z.string(), columns: z.array(z.string()), rows: count });
export type BackedUpTable = z.infer<typeof BackedUpTable>;

const SequenceState = z.strictObject({ name: z.string(), last: z.string(), isCalled: z.boolean() });
export type SequenceState = z.infer<typeof SequenceState>;

/** What a backup says of itself. */
export const Manifest = z.strictObject({
  format: z.literal('magpie backup 1'),
  magpie: z.string(),
  /** The moment that it is of. */
  takenAt: z.iso.datetime(),
  postgres: z.strictObject({
    engine: z.string(),
    migrations: z.array(AppliedMigration),
    tables: z.array(BackedUpTable),
    sequences: z.array(SequenceState),
  }),
  clickhouse: z.strictObject({
    engine: z.string(),
    /** Their checksums are those of a single server, also where this was a cluster. */
    migrations: z.array(AppliedMigration),
    tables: z.array(BackedUpTable),
  }),
  files: z.strictObject({
    count,
    bytes: count,
    /** Files that images or saved ads refer to and that were not there. */
    lost: count,
  }),
  /** Of the list of checksums, and of all files on it. */
  checksums: z.strictObject({ sha256: digest, files: count, bytes: count }),
});
export type Manifest = z.infer<typeof Manifest>;
