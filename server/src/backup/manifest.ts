import { z } from 'zod';

export const paths = {
  manifest: 'manifest.json',
  /** The digest of the manifest, in the format of sha256sum. */
  seal: 'manifest.json.sha256',
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

export const Manifest = z.strictObject({
  format: z.literal('magpie backup 1'),
  magpie: z.string(),
  takenAt: z.iso.datetime(),
  postgres: z.strictObject({
    engine: z.string(),
    migrations: z.array(AppliedMigration),
    tables: z.array(BackedUpTable),
    sequences: z.array(SequenceState),
  }),
  clickhouse: z.strictObject({
    engine: z.string(),
    /** Checksums of a single server, even for a backup of a cluster. */
    migrations: z.array(AppliedMigration),
    tables: z.array(BackedUpTable),
  }),
  files: z.strictObject({
    count,
    bytes: count,
    /** Missing files that images or saved ads refer to. */
    lost: count,
  }),
  checksums: z.strictObject({ sha256: digest, files: count, bytes: count }),
});
export type Manifest = z.infer<typeof Manifest>;
