import { describe, expect, it } from 'vitest';
import { upgradeNotes } from './upgrade.ts';

const known = {
  postgres: [
    { version: 1, name: '0001_foundation.sql', checksum: 'one' },
    { version: 2, name: '0002_sources.sql', checksum: 'two' },
  ],
  clickhouse: [{ version: 7, name: 'tag definitions', checksum: 'seven' }],
};
const now = new Date('2026-03-04T12:00:00Z');

describe('upgrade notes', () => {
  it('report that nothing changes', () => {
    expect(upgradeNotes({ postgres: 2, clickhouse: 7, backupAt: null }, known, now)).toEqual([
      'PostgreSQL: schema version 2, nothing to do.',
      'ClickHouse: schema version 7, nothing to do.',
      'Starting this version changes nothing.',
    ]);
  });

  it('list every migration, and recommend a backup unless there is a recent one', () => {
    const state = { postgres: 1, clickhouse: 7, backupAt: '2026-03-01T12:00:00.000Z' };
    const notes = upgradeNotes(state, known, now);
    expect(notes.slice(0, 5)).toEqual([
      'PostgreSQL: schema version 1, would become 2:',
      '  2 0002_sources.sql',
      'ClickHouse: schema version 7, nothing to do.',
      'The last backup was made at 2026-03-01T12:00:00.000Z.',
      'First: npm run magpie -- backup <folder>',
    ]);
    const fresh = { ...state, backupAt: '2026-03-04T02:00:00.000Z' };
    expect(upgradeNotes(fresh, known, now)).not.toContain('First: npm run magpie -- backup <folder>');
  });

  it('report a migration that differs from the applied one', () => {
    const state = { postgres: 2, clickhouse: 7, backupAt: null };
    expect(upgradeNotes({ ...state, applied: known }, known, now).at(-1)).toBe(
      'Starting this version changes nothing.',
    );
    const changed = [{ version: 7, name: 'tag definitions', checksum: 'other' }];
    expect(
      upgradeNotes({ ...state, applied: { ...known, clickhouse: changed } }, known, now).slice(2),
    ).toEqual([
      'ClickHouse: 7 tag definitions differs from the migration that this instance applied.',
      'Only the version that applied these migrations can start this instance.',
    ]);
  });

  it('report that a newer instance cannot be started', () => {
    expect(upgradeNotes({ postgres: 2, clickhouse: 8, backupAt: null }, known, now).at(-1)).toBe(
      'This instance was upgraded by a newer version and only that version can start it; to go back, restore an earlier backup.',
    );
  });
});
