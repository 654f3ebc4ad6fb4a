import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { adOf, adsOf, failureUnderDamage } from '../mapping/damage.fixture.ts';
import { creativeStatsFields, encodeRows } from './bigQuery.fixture.ts';
import { type BigQueryField, decodeRows, isQueryResponse } from './bigQueryRows.ts';
import { creativeId, statsRow } from './google.fixture.ts';
import { googleTransparency } from './googleTransparency.ts';

type Row = Readonly<Record<string, unknown>>;

function response(fields: readonly BigQueryField[], rows: readonly Row[]) {
  return { schema: { fields }, rows: encodeRows(fields, rows) };
}

const names = fc.oneof(
  fc.stringMatching(/^[A-Z_]\w{0,9}$/),
  fc.constantFrom('__proto__', 'constructor', 'f', 'v', 'toString'),
);

const anyFields: fc.Arbitrary<BigQueryField[]> = fc.uniqueArray(
  fc.record({
    name: names,
    mode: fc.constantFrom('NULLABLE', 'REQUIRED', 'REPEATED'),
    type: fc.constantFrom('STRING', 'INTEGER', 'FLOAT', 'BOOLEAN', 'DATE'),
  }),
  { minLength: 1, maxLength: 4, selector: ({ name }) => name },
);
const nestedFields = fc
  .tuple(anyFields, anyFields, anyFields, fc.constantFrom('NULLABLE', 'REPEATED'))
  .map(([outer, middle, inner, mode]) => {
    const innermost = { name: 'inner', type: 'STRUCT', mode: 'REPEATED', fields: inner };
    const around = { name: 'middle', type: 'RECORD', mode, fields: middle.concat(innermost) };
    return outer.concat(around);
  });

function valueOf({ type, fields = [] }: BigQueryField): fc.Arbitrary<unknown> {
  if (type === 'RECORD' || type === 'STRUCT') return rowOf(fields);
  if (type === 'FLOAT') return fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0);
  if (type === 'BOOLEAN') return fc.boolean();
  return type === 'INTEGER' ? fc.bigInt().map(String) : fc.string();
}

function cellOf(field: BigQueryField): fc.Arbitrary<unknown> {
  if (field.mode === 'REPEATED') return fc.array(valueOf(field), { maxLength: 3 });
  return field.mode === 'REQUIRED' ? valueOf(field) : fc.option(valueOf(field), { nil: null });
}

function rowOf(fields: readonly BigQueryField[]): fc.Arbitrary<Row> {
  return fc
    .tuple(...fields.map(cellOf))
    .map((cells) => Object.fromEntries(fields.map(({ name }, index) => [name, cells[index]])));
}

describe('rows of a BigQuery response', () => {
  test('have the names, nesting and lists of the schema, for any schema and values', () => {
    const tables = fc
      .oneof(anyFields, nestedFields)
      .chain((fields) => fc.tuple(fc.constant(fields), fc.array(rowOf(fields), { maxLength: 4 })));
    fc.assert(
      fc.property(tables, ([fields, rows]) => {
        const document: unknown = JSON.parse(JSON.stringify(response(fields, rows)));
        expect(isQueryResponse(document)).toBe(true);
        expect(decodeRows(document)).toEqual(rows);
      }),
    );
  });

  test('keep numbers that JSON lacks as text', () => {
    const fields = [{ name: 'x', type: 'FLOAT64', mode: 'REPEATED' }];
    const rows = [{ x: ['NaN', '-Infinity', '', '1e3'] }];
    expect(decodeRows(response(fields, rows))).toEqual([{ x: ['NaN', '-Infinity', '', 1000] }]);
  });

  test('give the same ad as the row of an export, with the time of the response', () => {
    const document = response(creativeStatsFields, [statsRow]);
    expect(googleTransparency.recognises(document)).toBe(true);
    expect(adOf(googleTransparency, document)).toEqual(adOf(googleTransparency, statsRow));
    const capturedAt = '2026-03-02T08:00:00.000Z';
    expect(adOf(googleTransparency, { capturedAt, ...document })).toMatchObject({
      key: `google:${creativeId}`,
      status: 'active',
      capturedAt,
    });
  });

  test('of an empty response are none', () => {
    expect(adsOf(googleTransparency, { schema: { fields: creativeStatsFields }, totalRows: '0' })).toEqual(
      [],
    );
  });

  test('are mapped or rejected whatever they contain', () => {
    const document = response(creativeStatsFields, [statsRow]);
    expect(failureUnderDamage(googleTransparency, document)).toBeUndefined();
  });
});
