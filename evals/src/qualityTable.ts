export interface Quality {
  readonly name: string;
  readonly labelled: number;
  readonly found: number;
  readonly precision: number;
  readonly recall: number;
}

export function formatPercent(share: number): string {
  return Number.isNaN(share) ? '–' : `${Math.round(share * 100)} %`;
}

/** A Markdown table with one row per measured name. */
export function formatQuality(title: string, columns: readonly string[], rows: readonly Quality[]): string {
  return [
    title,
    '',
    `| ${columns.join(' | ')} |`,
    `|${'---|'.repeat(columns.length)}`,
    ...rows.map(
      ({ name, labelled, found, precision, recall }) =>
        `| ${name} | ${labelled} | ${found} | ${formatPercent(precision)} | ${formatPercent(recall)} |`,
    ),
    '',
    '',
  ].join('\n');
}
