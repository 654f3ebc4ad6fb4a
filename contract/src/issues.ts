import type { z } from 'zod';
import type { Issue } from './records/errorDetails.ts';
import { fieldsAt, type Procedure } from './procedure.ts';
import { closestName, sortBySimilarity } from './values/closestName.ts';
import { describeValue, isPredicate, quoteNames, shorten } from './values/wording.ts';

/** Input is hostile: the number and the length of the messages are limited. */

type ZodIssue = z.core.$ZodIssue;
type Path = readonly PropertyKey[];

const maxIssues = 20;
const maxMessageLength = 300;
const maxPathLength = 120;
const maxKeyLength = 40;
const maxKnownNames = 8;

function showKey(key: PropertyKey): string {
  return shorten(JSON.stringify(shorten(String(key), maxKeyLength)).slice(1, -1), maxKeyLength);
}

function dotted(path: Path): string {
  return shorten(path.slice(0, 16).map(showKey).join('.'), maxPathLength);
}

function unknownField(key: string, known: readonly string[]): string {
  const shown = `Unknown field '${showKey(key)}'`;
  if (known.length === 0) return `${shown}; this procedure takes no parameters`;
  const meant = closestName(key, known);
  if (meant !== undefined) return `${shown}; did you mean '${meant}'?`;
  const names = quoteNames(sortBySimilarity(key, known).slice(0, maxKnownNames));
  const rest = known.length > maxKnownNames ? ` and ${known.length - maxKnownNames} more` : '';
  return `${shown}; known fields are ${names}${rest}`;
}

function* describeUnknownFields(keys: readonly string[], path: Path, procedure: Pick<Procedure, 'input'>) {
  const known = fieldsAt(procedure, path);
  for (const key of keys) yield { path: dotted([...path, key]), message: unknownField(key, known) };
}

const typeNames: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  null: 'null',
};

function sizeUnit(origin: string): string {
  if (origin === 'string') return ' characters';
  return origin === 'array' || origin === 'set' ? ' values' : '';
}

function expectation(issue: ZodIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${Object.hasOwn(typeNames, issue.expected) ? typeNames[issue.expected] : issue.expected}`;
    case 'too_small':
      return `must be ${issue.inclusive === false ? 'more than' : 'at least'} ${issue.minimum}${sizeUnit(issue.origin)}`;
    case 'too_big':
      return `must be ${issue.inclusive === false ? 'less than' : 'at most'} ${issue.maximum}${sizeUnit(issue.origin)}`;
    case 'invalid_format':
      return `must have the form ${issue.format}`;
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`;
    case 'invalid_value':
      return `must be one of ${issue.values.map(String).join(', ')}`;
    case 'invalid_union':
    case 'invalid_key':
    case 'invalid_element':
    case 'unrecognized_keys':
    case 'custom':
    default:
      return 'is not valid';
  }
}

function sentence(issue: ZodIssue, path: Path): string {
  if (issue.code === 'custom' && !isPredicate(issue.message) && issue.message !== 'Invalid input') {
    return issue.message;
  }
  const subject = path.length === 0 ? 'The input' : dotted(path);
  if (isPredicate(issue.message)) return `${subject} ${issue.message}`;
  const seen = issue.input === undefined ? '' : `, got ${describeValue(issue.input)}`;
  return `${subject} ${expectation(issue)}${seen}`;
}

/** The issues of the union member that the value most likely was meant to be. */
function closestForm(issue: ZodIssue): readonly ZodIssue[] | undefined {
  if (issue.code === 'invalid_key' || issue.code === 'invalid_element') return issue.issues;
  if (issue.code !== 'invalid_union') return undefined;
  return issue.errors.find(([first]) => {
    if (first === undefined) return false;
    return first.path.length > 0 || (first.code !== 'invalid_type' && first.code !== 'invalid_value');
  });
}

function* describe(
  issues: readonly ZodIssue[],
  above: Path,
  procedure: Pick<Procedure, 'input'>,
): Generator<Issue> {
  for (const issue of issues) {
    const path = [...above, ...issue.path];
    const inner = closestForm(issue);
    if (issue.code === 'unrecognized_keys') yield* describeUnknownFields(issue.keys, path, procedure);
    else if (inner !== undefined && inner.length > 0) yield* describe(inner, path, procedure);
    else yield { path: dotted(path), message: sentence(issue, path) };
  }
}

/** An unknown field is often a misspelt required one, so it is reported before the missing field. */
function unknownFieldsFirst(issues: readonly ZodIssue[]): ZodIssue[] {
  const unknown = issues.filter((issue) => issue.code === 'unrecognized_keys');
  return [...unknown, ...issues.filter((issue) => issue.code !== 'unrecognized_keys')];
}

export function describeIssues(error: z.ZodError, procedure: Pick<Procedure, 'input'>): Issue[] {
  const described: Issue[] = [];
  for (const { path, message } of describe(unknownFieldsFirst(error.issues), [], procedure)) {
    if (described.length === maxIssues) {
      described.push({ path: '', message: `There are more errors; only the first ${maxIssues} are listed` });
      break;
    }
    described.push({ path, message: shorten(message, maxMessageLength) });
  }
  return described;
}
