import {
  bridged,
  contract,
  describeAnswer,
  describeInput,
  procedureBase,
  type Procedure,
  type RouterName,
} from '@magpie/contract';
import { curlLine } from './curlLine.ts';
import type { Examples } from './examples.ts';
import { termsOf } from './openApi.ts';
import { routers } from './routers.ts';
import { refusalsOf } from './statuses.ts';

/** Everything about the procedures of a router, as Markdown. */
export function routerPage(router: RouterName, examples: Examples): string {
  const procedures: [string, Procedure][] = Object.entries(contract[router]);
  const sections = procedures.map(([leaf, procedure]) => section(`${router}.${leaf}`, procedure, examples));
  return [`# ${router}`, routers[router], ...sections].join('\n\n');
}

function section(name: string, procedure: Procedure, examples: Examples): string {
  const example = examples.get(name);
  const method = procedure.kind === 'mutation' ? 'POST' : 'GET';
  const line = curlLine(name, procedure, example?.input ?? {});
  return [
    `## ${name}`,
    cell(procedure.summary),
    `\`${method} ${procedureBase}/${name}\``,
    ...addresses(name),
    `${termsOf(procedure)}${procedure.takesForm === true ? ' Also takes a multipart form with the file in it.' : ''}`,
    ...parameters(procedure),
    ...answer(procedure),
    `### Example of ${name}`,
    fenced('sh', line),
    ...(example === undefined ? [] : [fenced('json', JSON.stringify(example.answer, null, 2))]),
    `Refused with ${refusalsOf(procedure, method).join(', ')}: see [errors](errors.md).`,
  ].join('\n\n');
}

function addresses(name: string): string[] {
  const plain = Object.entries(bridged).flatMap(([address, to]) =>
    to === name ? [`\`GET ${address}\``] : [],
  );
  return plain.length === 0 ? [] : [`Also, with plain parameters and a bare answer: ${plain.join(', ')}.`];
}

function parameters(procedure: Procedure): string[] {
  const { fields, about } = describeInput(procedure);
  if (fields.length === 0) return ['It takes no parameters.'];
  const rows = fields.map(({ name, takes, isRequired, fallback, about: told }) => [
    `\`${name}\``,
    `${cell(takes)}${isRequired ? '; required' : fallback === null ? '' : `; else \`${fallback}\``}`,
    cell(told ?? ''),
  ]);
  return [table(['Parameter', 'Takes', 'About'], rows), ...(about === null ? [] : [cell(about)])];
}

function answer(procedure: Procedure): string[] {
  const { isList, fields } = describeAnswer(procedure);
  const rows = fields.map(({ name, holds, about }) => [`\`${name}\``, cell(holds), cell(about ?? '')]);
  return [
    isList ? 'It answers with a list, each entry of which has:' : 'It answers with:',
    table(['Field', 'Holds', 'About'], rows),
  ];
}

function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const all = [heads, heads.map(() => '---'), ...rows];
  return all.map((row) => `| ${row.join(' | ')} |`).join('\n');
}

function fenced(language: string, text: string): string {
  return `\`\`\`${language}\n${text}\n\`\`\``;
}

/** Text as it stands, whatever signs of Markdown are in it. */
function cell(text: string): string {
  return text.replaceAll(/[\\|<>*_`[\]]/g, String.raw`\$&`).replaceAll('\n', ' ');
}
