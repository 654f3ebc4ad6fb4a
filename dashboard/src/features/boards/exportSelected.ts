import { notifySignedOut } from '../../lib/api/signIn.ts';
import { FormError } from '../../lib/api/signIn.ts';
import { boardsCopy } from './copy.ts';

/** The lines of a CSV file; a line break within quotes does not end a line. */
function splitLines(csv: string): readonly string[] {
  return csv.match(/(?:"[^"]*"|[^"\r\n])+/g) ?? [];
}

/** The header and the lines of the selected ads; the first cell of each line is the hash. */
export function filterLines(csv: string, hashes: ReadonlySet<string>): string {
  const [head = '', ...lines] = splitLines(csv);
  const selectedLines = lines.filter((line) =>
    hashes.has(line.slice(0, line.indexOf(',')).replaceAll('"', '')),
  );
  return [head, ...selectedLines, ''].join('\r\n');
}

/** Downloads the server's export of the page and keeps the selected ads. */
export async function exportSelected(address: string, hashes: ReadonlySet<string>): Promise<void> {
  const response = await fetch(address);
  if (response.status === 401) notifySignedOut();
  if (!response.ok) throw new FormError(response.status, boardsCopy.actions.exportFailed);
  // Spreadsheets need the byte order mark to detect UTF-8; `text()` removes it.
  const csv = `\u{FEFF}${filterLines(await response.text(), hashes)}`;
  const url = URL.createObjectURL(new Blob([csv], { type: 'text/csv;charset=utf-8' }));
  const link = Object.assign(document.createElement('a'), { href: url, download: 'saved-ads.csv' });
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}
