import { tellSignedOut } from '../../api/session.ts';
import { FormRefused } from '../../api/signIn.ts';

/** The lines of a CSV file as they stand: a line break within quotes ends none. */
function linesOf(csv: string): readonly string[] {
  return csv.match(/(?:"[^"]*"|[^"\r\n])+/g) ?? [];
}

/** Of a file of saved ads, the head and the lines of those that are wanted. The first cell of each line tells which it is. */
export function keepLines(csv: string, hashes: ReadonlySet<string>): string {
  const [head = '', ...lines] = linesOf(csv);
  const kept = lines.filter((line) => hashes.has(line.slice(0, line.indexOf(',')).replaceAll('"', '')));
  return [head, ...kept, ''].join('\r\n');
}

/** Has the server write what the page shows, and keeps what is chosen of it. */
export async function exportChosen(address: string, hashes: ReadonlySet<string>): Promise<void> {
  const response = await fetch(address);
  if (response.status === 401) tellSignedOut();
  if (!response.ok)
    throw new FormRefused(response.status, 'The file could not be made. Try again in a minute.');
  // Spreadsheets know by the mark at its beginning that it is UTF-8; reading took it away.
  const csv = `\u{FEFF}${keepLines(await response.text(), hashes)}`;
  const url = URL.createObjectURL(new Blob([csv], { type: 'text/csv;charset=utf-8' }));
  const link = Object.assign(document.createElement('a'), { href: url, download: 'saved-ads.csv' });
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}
