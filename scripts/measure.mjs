// Prints the size and the language of the code base, one row for each workspace: node scripts/measure.mjs [--words]
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const ts = createRequire(path.join(root, 'server/package.json'))('typescript');

const workspaces = [
  'contract',
  'client',
  'sources',
  'demo',
  'server',
  'dashboard',
  'extension',
  'bench',
  'evals',
];
const isTest = (file) => /\.test\.tsx?$|[./]fixture\.ts$|\/testing\/|\/journeys\//.test(file);

/** Words that stand for no mechanism, as words and as parts of names. */
const dialect =
  /\b(?:comes to|come to|what becomes of|any more|whoever|of its own|is there)\b|(?<![A-Za-z])(?:tell|tells|told|ask|asks|asked|asking)(?![a-z])|(?<=[a-z])(?:Tell|Tells|Told|Ask|Asks|Asked|Asking)(?![a-z])|(?<![A-Za-z])(?:Tell|Tells|Told|Ask|Asks|Asked|Asking)(?![a-z])/g;

const tracked = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 })
  .trim()
  .split('\n')
  .filter((file) => existsSync(path.join(root, file)));
const read = (file) => readFileSync(path.join(root, file), 'utf8');

const quantile = (sorted, share) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
const spread = (values) => {
  const sorted = values.toSorted((one, other) => one - other);
  return `${quantile(sorted, 0.5)}/${quantile(sorted, 0.9)}`;
};

function functionLines(file, text) {
  const source = ts.createSourceFile(
    file,
    text,
    ts.ScriptTarget.Latest,
    false,
    file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS,
  );
  const lines = [];
  const lineAt = (position) => source.getLineAndCharacterOfPosition(position).line;
  const visit = (node) => {
    const value = ts.isVariableDeclaration(node) ? node.initializer : undefined;
    const isNamed = [
      ts.isFunctionDeclaration(node),
      ts.isMethodDeclaration(node),
      value !== undefined && ts.isArrowFunction(value),
    ].includes(true);
    if (isNamed) lines.push(lineAt(node.end) - lineAt(node.pos) + 1);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return lines;
}

function importsOf(file, text) {
  return [...text.matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)].map(([, name]) =>
    path.posix.join(path.posix.dirname(file), name),
  );
}

/** Groups of files that import each other, types included. */
function cycles(graph) {
  const [index, low, onStack, stack, found] = [new Map(), new Map(), new Set(), [], []];
  const connect = (file) => {
    index.set(file, index.size);
    low.set(file, index.get(file));
    stack.push(file);
    onStack.add(file);
    for (const next of graph.get(file) ?? []) {
      if (!graph.has(next)) continue;
      if (!index.has(next)) {
        connect(next);
        low.set(file, Math.min(low.get(file), low.get(next)));
      } else if (onStack.has(next)) low.set(file, Math.min(low.get(file), index.get(next)));
    }
    if (low.get(file) !== index.get(file)) return;
    const group = stack.splice(stack.indexOf(file));
    for (const member of group) onStack.delete(member);
    if (group.length > 1) found.push(group);
  };
  for (const file of graph.keys()) if (!index.has(file)) connect(file);
  return found;
}

function measure(workspace) {
  const files = tracked.filter(
    (file) => file.startsWith(`${workspace}/`) && /\.tsx?$/.test(file) && !file.endsWith('.d.ts'),
  );
  const code = files.filter((file) => !isTest(file));
  const texts = new Map(code.map((file) => [file, read(file)]));
  const lines = new Map([...texts].map(([file, text]) => [file, text.split('\n').length - 1]));
  const graph = new Map([...texts].map(([file, text]) => [file, importsOf(file, text)]));
  const importers = new Map();
  for (const [, used] of graph)
    for (const file of new Set(used)) importers.set(file, (importers.get(file) ?? 0) + 1);
  const small = code.filter((file) => lines.get(file) <= 30 && importers.get(file) === 1);
  const words = files.reduce((sum, file) => sum + (read(file).match(dialect)?.length ?? 0), 0);
  return {
    workspace,
    files: code.length,
    lines: [...lines.values()].reduce((sum, count) => sum + count, 0),
    'test lines': files.filter(isTest).reduce((sum, file) => sum + read(file).split('\n').length - 1, 0),
    'file lines p50/p90': spread([...lines.values()]),
    'function lines p50/p90': spread([...texts].flatMap(([file, text]) => functionLines(file, text))),
    'dialect words': words,
    'one importer, ≤ 30 lines': small.length,
    cycles: cycles(graph).length,
  };
}

if (process.argv.includes('--words')) {
  const folders = process.argv.filter((argument) => !argument.startsWith('-')).slice(2);
  for (const file of tracked) {
    if (
      !/\.(?:tsx?|md)$/.test(file) ||
      !(folders.length === 0 || folders.some((folder) => file.startsWith(folder)))
    )
      continue;
    for (const [place, line] of read(file).split('\n').entries()) {
      if (line.match(dialect) !== null) console.log(`${file}:${place + 1}: ${line.trim().slice(0, 2000)}`);
    }
  }
} else {
  const rows = workspaces
    .filter((workspace) => tracked.some((file) => file.startsWith(`${workspace}/`)))
    .map(measure);
  console.table(rows);
  const documents = tracked.filter((file) => file.endsWith('.md') && !file.startsWith('docs/api/'));
  const inDocuments = documents.reduce((sum, file) => sum + (read(file).match(dialect)?.length ?? 0), 0);
  console.log(`lines of code without tests: ${rows.reduce((sum, row) => sum + row.lines, 0)}`);
  console.log(
    `dialect words: ${rows.reduce((sum, row) => sum + row['dialect words'], 0)} in code, ${inDocuments} in documents`,
  );
}
