import { bridged, type LimitClass } from '@magpie/contract';
import { readConfig, variables } from '../kernel/config.ts';
import { limitsOf } from '../kernel/limits.ts';
import { meanings } from './statuses.ts';

type Rows = readonly (readonly string[])[];

/** The rows of tables in guides that the code knows better than a guide could. */
const rowsOf: ReadonlyMap<string, () => Rows> = new Map([
  ['statuses', () => Object.entries(meanings)],
  ['limits', limitRows],
  ['plain addresses', plainAddressRows],
]);

function limitRows(): Rows {
  const limits = limitsOf(readConfig({}));
  const row = (name: LimitClass, setBy: string) => [`\`${name}\``, String(limits[name].quota), setBy];
  return [
    row('trending', 'the specification'),
    row('read', `\`${variables.readLimit.name}\``),
    row('write', `\`${variables.writeLimit.name}\``),
  ];
}

function plainAddressRows(): Rows {
  return Object.entries(bridged).map(([address, name]) => [
    `\`${address}\``,
    `[${name}](${name.split('.')[0]}.md#${name})`,
  ]);
}

/** A guide with rows in place of the comments that name them. */
export function withTables(guide: string): string {
  return guide.replaceAll(/^<!-- (.+) -->$/gm, (_whole, name: string) => {
    const rows = rowsOf.get(name);
    if (rows === undefined) throw new Error(`no rows are called ${name}`);
    return rows()
      .map((row) => `| ${row.join(' | ')} |`)
      .join('\n');
  });
}
