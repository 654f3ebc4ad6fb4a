import { describe, expect, it } from 'vitest';
import { judgeTable, listErrors, measureTables, tables } from './measure.ts';

describe('guessing the columns of tables', () => {
  const judged = tables.map(judgeTable);

  it('reads every table of ads and refuses every other table', () => {
    expect(judged.filter(({ isAds, isAccepted }) => isAds !== isAccepted).map(({ name }) => name)).toEqual(
      [],
    );
  });

  it('uses 98 % of the columns of ads, and 98 % of those that it uses are right', () => {
    const all = measureTables(judged).at(-1);
    expect(all?.precision).toBeGreaterThanOrEqual(0.98);
    expect(all?.recall).toBeGreaterThanOrEqual(0.98);
  });

  it('lists a column with another field than labelled, and a table that was refused', () => {
    const rows = [{ page_name: 'Acme', ad_text: 'Anvils that fall fast' }];
    const fields = { page_name: 'advertiser', ad_text: 'headlines' };
    const table = { name: 'anvils', isAds: true, fields, rows };
    expect(listErrors(judgeTable(table))).toEqual(['anvils: ad_text is headlines, found bodies']);
    const refused = { ...table, rows: [{ a: '1' }] };
    expect(listErrors(judgeTable(refused))).toEqual(['anvils: refused']);
  });
});
