// Writes dashboard/src/ui/icons.ts with the icons that the dashboard imports from lucide-react, whose package has 50 MB for
// all of them. `lucide-react` is an alias of that file in the dashboard. Run it after importing another icon:
//   npm run icons
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const icons = new Map(Object.entries(await import('lucide-react')));
const source = path.resolve(import.meta.dirname, '../dashboard/src');
const target = path.join(source, 'ui/icons.ts');
const imports = /import \{([^}]*)\} from 'lucide-react'/g;

const code = readdirSync(source, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
  .map((entry) => readFileSync(path.join(entry.parentPath, entry.name), 'utf8'))
  .join('\n');
const names = [...code.matchAll(imports)]
  .flatMap(([, list]) => list.split(','))
  .map((name) => name.trim().split(' as ')[0])
  .filter((name) => name !== '' && !name.startsWith('type '));

const lines = [...new Set(names)]
  .toSorted((one, other) => one.localeCompare(other))
  .map((name) => {
    const icon = icons.get(name);
    if (icon === undefined) throw new Error(`lucide-react has no icon ${name}.`);
    const { node } = icon.render({}).props.icon;
    const shapes = node.map(([tag, attributes]) => JSON.stringify([tag, { ...attributes, key: undefined }]));
    return `export const ${name} = createIcon(${shapes.join(', ')});`;
  });
const head = `// Written by \`npm run icons\`. Icons of Lucide (https://lucide.dev), ISC licence, Copyright Lucide Icons and Contributors; some
// of Feather, MIT licence, Copyright Cole Bemis.
import { createIcon } from './createIcon.ts';

export type { LucideIcon } from './createIcon.ts';
`;
writeFileSync(target, `${head}\n${lines.join('\n')}\n`);
execFileSync('oxfmt', [target], { stdio: 'inherit' });
