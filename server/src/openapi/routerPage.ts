import {
  restBridgePaths,
  contract,
  describeOutput,
  describeInput,
  procedureBase,
  type Procedure,
  type RouterName,
} from '@magpie/contract';
import type { Examples } from './examples.ts';
import { describeAccess, routerDescriptions } from './openApi.ts';
import { listErrorStatuses } from './responses.ts';
import type { JsonObject } from './schemas.ts';

export function routerPage(router: RouterName, examples: Examples): string {
  const procedures: [string, Procedure][] = Object.entries(contract[router]);
  const sections = procedures.map(([leaf, procedure]) => section(`${router}.${leaf}`, procedure, examples));
  return [`# ${router}`, routerDescriptions[router], ...sections].join('\n\n');
}

function section(name: string, procedure: Procedure, examples: Examples): string {
  const example = examples.get(name);
  const method = procedure.kind === 'mutation' ? 'POST' : 'GET';
  const line = curlLine(name, procedure, example?.input ?? {});
  return [
    `## ${name}`,
    escapeMarkdown(procedure.summary),
    `\`${method} ${procedureBase}/${name}\``,
    ...addresses(name),
    `${describeAccess(procedure)}${procedure.acceptsForm === true ? ' Also accepts a multipart form with the file.' : ''}`,
    ...parameters(procedure),
    ...outputTable(procedure),
    `### Example of ${name}`,
    fenced('sh', line),
    ...(example === undefined ? [] : [fenced('json', JSON.stringify(example.output, null, 2))]),
    `Error statuses: ${listErrorStatuses(procedure, method).join(', ')}; see [errors](errors.md).`,
  ].join('\n\n');
}

function addresses(name: string): string[] {
  const plain = Object.entries(restBridgePaths).flatMap(([address, to]) =>
    to === name ? [`\`GET ${address}\``] : [],
  );
  return plain.length === 0
    ? []
    : [`Also available through the [REST bridge](bridge.md): ${plain.join(', ')}.`];
}

function parameters(procedure: Procedure): string[] {
  const { fields, about } = describeInput(procedure);
  if (fields.length === 0) return ['No parameters.'];
  const rows = fields.map(({ name, takes, isRequired, fallback, about: description }) => [
    `\`${name}\``,
    `${escapeMarkdown(takes)}${isRequired ? '; required' : fallback === null ? '' : `; default \`${fallback}\``}`,
    escapeMarkdown(description ?? ''),
  ]);
  return [
    table(['Parameter', 'Type', 'Description'], rows),
    ...(about === null ? [] : [escapeMarkdown(about)]),
  ];
}

function outputTable(procedure: Procedure): string[] {
  const { isList, fields } = describeOutput(procedure);
  const rows = fields.map(({ name, type: holds, about }) => [
    `\`${name}\``,
    escapeMarkdown(holds),
    escapeMarkdown(about ?? ''),
  ]);
  return [
    isList ? 'Returns a list of objects with these fields:' : 'Returns:',
    table(['Field', 'Type', 'Description'], rows),
  ];
}

function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const all = [heads, heads.map(() => '---'), ...rows];
  return all.map((row) => `| ${row.join(' | ')} |`).join('\n');
}

function fenced(language: string, text: string): string {
  return `\`\`\`${language}\n${text}\n\`\`\``;
}

function escapeMarkdown(text: string): string {
  return text.replaceAll(/[\\|<>*_`[\]]/g, String.raw`\$&`).replaceAll('\n', ' ');
}

export function curlLine(name: string, { kind }: Pick<Procedure, 'kind'>, input: JsonObject): string {
  const json = JSON.stringify(input).replaceAll("'", String.raw`'\''`);
  const { posted, queried, bare } = curlShapes(name);
  const shape = kind === 'mutation' ? posted : json === '{}' ? bare : queried;
  return shape.replace('INPUT', () => json);
}

/** Command templates: with a body, with the input in the query string, and without input. `INPUT` is replaced. */
export function curlShapes(name: string): Readonly<Record<'posted' | 'queried' | 'bare', string>> {
  const address = `"$MAGPIE_URL${procedureBase}/${name}"`;
  return {
    posted: command("-H 'Content-Type: application/json'", "-d 'INPUT'", address),
    queried: command(`--get ${address}`, "--data-urlencode 'input=INPUT'"),
    bare: command(address),
  };
}

function command(...parts: readonly string[]): string {
  return ['curl -H "Authorization: Bearer $MAGPIE_KEY"', ...parts].join(' \\\n  ');
}
