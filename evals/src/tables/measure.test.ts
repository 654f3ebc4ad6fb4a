import { describe, expect, it } from 'vitest';
import { countRead, heldOut, listErrors, measureTables, tuning } from './measure.ts';

describe.each([
  ['tuning', tuning, 0.98],
  ['held-out', heldOut, 0.98],
])('guessing the columns of the %s tables', (_, tables, goal) => {
  it('reads every table of ads and refuses every other table', () => {
    const { ads, read, others, refused } = countRead(tables);
    expect([read, refused]).toEqual([ads, others]);
  });

  it('uses nearly all columns of ads, and nearly all that it uses are right', () => {
    const all = measureTables(tables).at(-1);
    expect(all?.precision).toBeGreaterThanOrEqual(goal);
    expect(all?.recall).toBeGreaterThanOrEqual(goal);
  });
});

describe('the errors', () => {
  it('are columns with another field than labelled, and tables that were refused', () => {
    const rows = [{ page_name: 'Acme', ad_text: 'Anvils that fall fast' }];
    const fields = { page_name: 'advertiser', ad_text: 'headlines' };
    const table = { name: 'anvils', isAds: true, fields, rows };
    expect(listErrors(table)).toEqual(['anvils: ad_text is headlines, found bodies']);
    expect(listErrors({ ...table, rows: [{ a: '1' }] })).toEqual(['anvils: refused']);
  });
});
