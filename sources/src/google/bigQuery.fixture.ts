import type { BigQueryField } from './bigQueryRows.ts';

type Row = Readonly<Record<string, unknown>>;

const text = (name: string): BigQueryField => ({ name, type: 'STRING', mode: 'NULLABLE' });
const integer = (name: string): BigQueryField => ({ name, type: 'INTEGER', mode: 'NULLABLE' });

/** The columns that the connector selects. */
export const creativeStatsFields: readonly BigQueryField[] = [
  text('advertiser_id'),
  text('creative_id'),
  text('ad_format_type'),
  text('advertiser_disclosed_name'),
  text('advertiser_legal_name'),
  text('topic'),
  {
    name: 'region_stats',
    type: 'RECORD',
    mode: 'REPEATED',
    fields: [
      ...['region_code', 'first_shown', 'last_shown', 'times_shown_start_date', 'times_shown_end_date'].map(
        text,
      ),
      integer('times_shown_lower_bound'),
      integer('times_shown_upper_bound'),
      {
        name: 'surface_serving_stats',
        type: 'RECORD',
        mode: 'NULLABLE',
        fields: [
          { name: 'surface_serving_stats', type: 'RECORD', mode: 'REPEATED', fields: [text('surface')] },
        ],
      },
    ],
  },
  {
    name: 'audience_selection_approach_info',
    type: 'RECORD',
    mode: 'NULLABLE',
    fields: [
      'demographic_info',
      'geo_location',
      'contextual_signals',
      'customer_lists',
      'topics_of_interest',
    ].map(text),
  },
];

/** Rows in the form of BigQuery's responses; values that a row lacks are null. */
export function encodeRows(fields: readonly BigQueryField[], rows: readonly Row[]) {
  return rows.map((row) => encodeRecord(fields, row));
}

function encodeRecord(fields: readonly BigQueryField[], row: Row): unknown {
  return { f: fields.map((field) => ({ v: encodeCell(field, row[field.name]) })) };
}

function encodeCell(field: BigQueryField, value: unknown): unknown {
  if (field.mode !== 'REPEATED') return encodeValue(field, value);
  return ((value ?? []) as unknown[]).map((entry) => ({ v: encodeValue(field, entry) }));
}

function encodeValue({ fields }: BigQueryField, value: unknown): unknown {
  if (value === undefined || value === null) return null;
  if (fields !== undefined) return encodeRecord(fields, value as Row);
  return typeof value === 'string' ? value : JSON.stringify(value);
}
