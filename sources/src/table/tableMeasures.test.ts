import { describe, expect, it } from 'vitest';
import { OpenAd } from '@magpie/contract';
import { tableSource } from './table.ts';

const plain = { page_name: 'Acme', ad_text: 'Buy our anvils, they fall fast' };

function adOf(row: object) {
  const table = tableSource([row]);
  if (table === null) throw new Error('no table of ads');
  const [unfolded] = [...table.source.unfold(row)];
  return { ...OpenAd.parse(table.source.toAd(unfolded)), leftOut: table.leftOut };
}

function range(lower: number | null, upper: number | null) {
  const middle = lower !== null && upper !== null ? (lower + upper) / 2 : (lower ?? upper);
  return { value: middle, lower, upper, kind: 'range' };
}

const reported = (value: number) => ({ value, lower: null, upper: null, kind: 'reported' });

describe('spend in two columns', () => {
  it.each([
    'spend_lower|spend_upper',
    'spend.lower_bound|spend.upper_bound',
    'spend/lower_bound|spend/upper_bound',
    'spendLowerBound|spendUpperBound',
    'min_spend|max_spend',
    'minimum_spend|maximum_spend',
    'spend_low|spend_high',
    'amount_spent_lower|amount_spent_upper',
    'estimated_spend_min|estimated_spend_max',
    'spend_range.min|spend_range.max',
    'Ausgaben von|Ausgaben bis',
    'dépense_min|dépense_max',
    'gasto mínimo|gasto máximo',
    'spesa minima|spesa massima',
    'minimale uitgaven|maximale uitgaven',
    'wydatki min|wydatki max',
    '최소 지출|최대 지출',
  ])('is a range: %s', (names) => {
    const [lower = '', upper = ''] = names.split('|');
    const row = { ...plain, [lower]: '100', [upper]: '499', currency: 'EUR' };
    expect(adOf(row)).toMatchObject({ spend: { ...range(100, 499), currency: 'EUR' }, leftOut: [] });
  });

  it('has the currency of the column names', () => {
    const dollars = { ...plain, spend_min_usd: '100', spend_max_usd: '499' };
    expect(adOf(dollars)).toMatchObject({ spend: { ...range(100, 499), currency: 'USD' }, leftOut: [] });
    expect(adOf({ ...plain, 'Spend (USD)': '100-499' }).spend).toMatchObject({ currency: 'USD' });
    expect(adOf({ ...plain, 'Ausgaben (EUR)': '100-499' }).spend).toMatchObject({ currency: 'EUR' });
    expect(adOf({ ...plain, 'Amount spent ($)': '100-499' }).spend).toMatchObject({ currency: null });
    const both = { ...plain, spend_usd: '100', currency: 'EUR' };
    expect(adOf(both).spend).toMatchObject({ currency: 'USD' });
    expect(adOf({ ...plain, spend_min_usd: '1', spend_max_eur: '2' }).spend).toMatchObject({
      currency: null,
    });
  });
});

describe('spend in one column', () => {
  it.each([
    ['<100', range(0, 100), null],
    ['less than $100', range(0, 100), null],
    ['100-499', range(100, 499), null],
    ['100 to 499', range(100, 499), null],
    ['$5K–$10K', range(5000, 10_000), null],
    ['US$100–US$499', range(100, 499), 'USD'],
    ['R$ 100 - R$ 499', range(100, 499), 'BRL'],
    ['€1.000 – €1.499', range(1000, 1499), 'EUR'],
    ['100 bis 499 €', range(100, 499), 'EUR'],
    ['de 100 à 499 €', range(100, 499), 'EUR'],
    ['>$1M', range(1_000_000, null), null],
    ['1M+ USD', range(1_000_000, null), 'USD'],
    ['$1,234.56', reported(1234.56), null],
    ['1.234,56 €', reported(1234.56), 'EUR'],
    ['₹1,00,000', reported(100_000), 'INR'],
    ['10 000 zł', reported(10_000), 'PLN'],
    [12.345, reported(12.345), null],
    [{ lower_bound: '100', upper_bound: '499' }, range(100, 499), null],
    ['{"lower_bound":"100","upper_bound":"499"}', range(100, 499), null],
    ["{'lower_bound': '100', 'upper_bound': '499'}", range(100, 499), null],
    ['lower_bound: 0, upper_bound: 99', range(0, 99), null],
  ])('is %j', (cell, amount, currency) => {
    expect(adOf({ ...plain, spend: cell }).spend).toEqual({ ...amount, currency });
  });

  it('has the currency of its own column, if the sign in the cell allows it', () => {
    const of = (spend: string, currency: string) => adOf({ ...plain, spend, currency }).spend?.currency;
    expect(of('$5K–$10K', 'USD')).toBe('USD');
    expect(of('100-499', '€')).toBe('EUR');
    expect(of('100-499', 'US Dollar')).toBe('USD');
    expect(of('$100', 'EUR')).toBeNull();
    expect(of('100 BTC', 'EUR')).toBeNull();
    expect(of('$90 - €100', 'USD')).toBeNull();
  });

  it.each(['unknown', '-', 'n/a', '499-100', '0', '0-0', '≥ 0', 'Rp100.000'])(
    'is not known from %s',
    (spend) => {
      expect(adOf({ ...plain, spend }).spend).toBeNull();
    },
  );
});

describe('reach and impressions', () => {
  it.each([
    ['impressions', 'impressions_min|impressions_max'],
    ['impressions', 'impressions.lower_bound|impressions.upper_bound'],
    ['impressions', 'impressions_lower|impressions_upper'],
    ['impressions', 'min_impressions|max_impressions'],
    ['impressions', 'impressions_low|impressions_high'],
    ['impressions', 'Impressionen min|Impressionen max'],
    ['impressions', '최소 노출수|최대 노출수'],
    ['reach', 'reach_lower|reach_upper'],
    ['reach', 'eu_total_reach.lower_bound|eu_total_reach.upper_bound'],
    ['reach', 'Reichweite min|Reichweite max'],
  ] as const)('in two columns are a range: %s in %s', (field, names) => {
    const [lower = '', upper = ''] = names.split('|');
    const ad = adOf({ ...plain, [lower]: '1,000', [upper]: '4,998' });
    expect(ad).toMatchObject({ [field]: range(1000, 4998), leftOut: [] });
    expect(ad[field === 'reach' ? 'impressions' : 'reach']).toBeNull();
  });

  it.each([
    ['5k–10k', range(5000, 10_000)],
    ['<1000', range(0, 1000)],
    ['less than 1,000', range(0, 1000)],
    ['1M+', range(1_000_000, null)],
    ['more than 1M', range(1_000_000, null)],
    ['1000 to 4998', range(1000, 4998)],
    ['10,000 - 15,000 impressions', range(10_000, 15_000)],
    ['10 bis 20 Tsd.', range(10_000, 20_000)],
    ['5-10K', range(5000, 10_000)],
    ['500-1K', range(500, 1000)],
    ['5万~10万', range(50_000, 100_000)],
    [{ lower_bound: '1000', upper_bound: '4998' }, range(1000, 4998)],
    ['{"lower_bound":"1000","upper_bound":"4998"}', range(1000, 4998)],
    ['lower_bound: 1000, upper_bound: 4998', range(1000, 4998)],
    [{ lower_bound: '1000000' }, range(1_000_000, null)],
  ])('in one column are ranges: %j', (cell, amount) => {
    for (const field of ['reach', 'impressions'] as const) {
      expect(adOf({ ...plain, [field]: cell })[field]).toEqual(amount);
    }
  });

  it('are not known if they are 0 or at least 0, and do not hide those that are known', () => {
    for (const cell of ['0', '0-0', '≥ 0', 'unknown', '-', 'not known']) {
      const ad = adOf({ ...plain, reach: cell, impressions: cell });
      expect([ad.reach, ad.impressions]).toEqual([null, null]);
    }
    expect(adOf({ ...plain, impressions_min: '0' }).impressions).toBeNull();
    const rows = ['not known', 'not known', '1200'].map((reach) => Object.assign({ reach }, plain));
    const table = tableSource(rows);
    expect(rows.map((row) => table?.source.toAd(row).reach?.value)).toEqual([undefined, undefined, 1200]);
  });
});
