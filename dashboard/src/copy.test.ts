import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type ESTree, parseSync, Visitor } from 'vite';
import { expect, it } from 'vitest';

/** Folders whose screen text stands only in their `copy.ts`, or in a `…Copy.ts` that is loaded later. */
const folders = [
  ...readdirSync(path.join(import.meta.dirname, 'features')).map((feature) => `features/${feature}`),
  'app',
  'ui',
  'lib',
];

/** Attributes and properties that hold text. */
const textNames = new Set(
  'about action alt aria-label description empty hint label listLabel name note placeholder removeLabel series text tip title'.split(
    ' ',
  ),
);
const sameInEveryLanguage = new Set(['https://', '&nbsp;']);
/** Shell commands to copy. */
const notScreenText = new Set(['agents/snippets.ts']);
/** Functions whose string arguments are text. */
const textFunctions = new Set(['plural', 'toast']);

/** The string literals that an expression may evaluate to. */
function literals(node: ESTree.Node): readonly string[] {
  if (node.type === 'Literal') return typeof node.value === 'string' ? [node.value] : [];
  if (node.type === 'TemplateLiteral') return node.quasis.map(({ value }) => value.raw);
  if (node.type === 'ConditionalExpression') return [node.consequent, node.alternate].flatMap(literals);
  if (node.type === 'LogicalExpression') return [node.left, node.right].flatMap(literals);
  if (node.type === 'ArrayExpression')
    return node.elements.flatMap((element) => (element === null ? [] : literals(element)));
  return node.type === 'JSXExpressionContainer' ? literals(node.expression) : [];
}

/** The literals of a file that stand where the screen shows text. */
function findTexts(file: string): readonly string[] {
  const texts: string[] = [];
  const addChildren = ({ children }: ESTree.JSXElement | ESTree.JSXFragment): void => {
    for (const child of children) texts.push(...(child.type === 'JSXText' ? [child.value] : literals(child)));
  };
  new Visitor({
    JSXElement: addChildren,
    JSXFragment: addChildren,
    JSXAttribute: ({ name, value }) => {
      if (name.type !== 'JSXIdentifier' || !textNames.has(name.name) || value === null) return;
      const given = literals(value);
      // Inputs have the name of a field.
      texts.push(...(name.name === 'name' ? given.filter((text) => !/^[a-z][A-Za-z]*$/.test(text)) : given));
    },
    Property: ({ key, value }) => {
      if (key.type === 'Identifier' && textNames.has(key.name)) texts.push(...literals(value));
    },
    VariableDeclarator: ({ id, init }) => {
      const isNames = id.type === 'Identifier' && /(?:Names|Labels)$/.test(id.name);
      const value = init?.type === 'TSAsExpression' ? init.expression : init;
      if (!isNames || value?.type !== 'ObjectExpression') return;
      for (const property of value.properties)
        if (property.type === 'Property') texts.push(...literals(property.value));
    },
    CallExpression: ({ callee, arguments: given }) => {
      if (callee.type === 'Identifier' && textFunctions.has(callee.name))
        texts.push(...given.flatMap(literals));
    },
  }).visit(parseSync(file, readFileSync(file, 'utf8')).program);
  return texts.filter((text) => /\p{L}/u.test(text) && !sameInEveryLanguage.has(text.trim()));
}

it.each(folders)('the screen text of %s stands in its copy.ts', (name) => {
  const folder = path.join(import.meta.dirname, name);
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (file) =>
      /(?<!\.test)\.tsx?$/.test(file) &&
      !/(?:^|\/)copy\.ts$|Copy\.ts$/.test(file) &&
      !notScreenText.has(file),
  );
  const found = files.flatMap((file) =>
    findTexts(path.join(folder, file)).map((text) => `${file}: ${text.trim()}`),
  );
  expect(found).toEqual([]);
});
