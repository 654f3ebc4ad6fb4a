import type { z } from 'zod';
import { fieldsAt } from './input.ts';
import { byDistance, nearest } from './nearest.ts';
import type { Procedure } from './procedure.ts';
import { got, isPredicate, quoted, shorten } from './wording.ts';

/**
 * From zod's issues to sentences. Input is hostile: a body may carry 100,000 unknown keys or one key of a
 * megabyte, so the number and the length of what is said are bounded here.
 */

export interface DescribedIssue {
  /** Dotted path of the input field, `""` for the input itself. */
  readonly path: string;
  /** One plain sentence that names the field. */
  readonly message: string;
}

type Issue = z.core.$ZodIssue;
type Path = readonly PropertyKey[];

const mostIssues = 20;
const longestMessage = 300;
const longestPath = 120;
const longestKey = 40;
const mostKnownNames = 8;

/** A key as it may be shown: without control characters, cut to a length that fits a sentence. */
function showKey(key: PropertyKey): string {
  return shorten(JSON.stringify(shorten(String(key), longestKey)).slice(1, -1), longestKey);
}

function dotted(path: Path): string {
  return shorten(path.slice(0, 16).map(showKey).join('.'), longestPath);
}

function unknownField(key: string, known: readonly string[]): string {
  const shown = `Unknown field '${showKey(key)}'`;
  if (known.length === 0) return `${shown}; this procedure takes no parameters`;
  const meant = nearest(key, known);
  if (meant !== undefined) return `${shown}; did you mean '${meant}'?`;
  const names = quoted(byDistance(key, known).slice(0, mostKnownNames));
  const rest = known.length > mostKnownNames ? ` and ${known.length - mostKnownNames} more` : '';
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

/** What was expected, for an issue whose schema brought no words of its own. */
function expectation(issue: Issue): string {
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

function sentence(issue: Issue, path: Path): string {
  if (issue.code === 'custom' && !isPredicate(issue.message) && issue.message !== 'Invalid input') {
    return issue.message;
  }
  const subject = path.length === 0 ? 'The input' : dotted(path);
  if (isPredicate(issue.message)) return `${subject} ${issue.message}`;
  const seen = issue.input === undefined ? '' : `, got ${got(issue.input)}`;
  return `${subject} ${expectation(issue)}${seen}`;
}

/** The issues of the form that the value was evidently meant to have, if there is one. */
function closestForm(issue: Issue): readonly Issue[] | undefined {
  if (issue.code === 'invalid_key' || issue.code === 'invalid_element') return issue.issues;
  if (issue.code !== 'invalid_union') return undefined;
  return issue.errors.find(([first]) => {
    if (first === undefined) return false;
    return first.path.length > 0 || (first.code !== 'invalid_type' && first.code !== 'invalid_value');
  });
}

function* describe(
  issues: readonly Issue[],
  above: Path,
  procedure: Pick<Procedure, 'input'>,
): Generator<DescribedIssue> {
  for (const issue of issues) {
    const path = [...above, ...issue.path];
    const inner = closestForm(issue);
    if (issue.code === 'unrecognized_keys') yield* describeUnknownFields(issue.keys, path, procedure);
    else if (inner !== undefined && inner.length > 0) yield* describe(inner, path, procedure);
    else yield { path: dotted(path), message: sentence(issue, path) };
  }
}

/** An unknown field is often the misspelt name of a missing one, so it is told before that one is missed. */
function unknownFieldsFirst(issues: readonly Issue[]): Issue[] {
  const unknown = issues.filter((issue) => issue.code === 'unrecognized_keys');
  return [...unknown, ...issues.filter((issue) => issue.code !== 'unrecognized_keys')];
}

/** What was wrong with an input, a sentence for each mistake, the first ones only when there are many. */
export function describeIssues(error: z.ZodError, procedure: Pick<Procedure, 'input'>): DescribedIssue[] {
  const described: DescribedIssue[] = [];
  for (const { path, message } of describe(unknownFieldsFirst(error.issues), [], procedure)) {
    if (described.length === mostIssues) {
      described.push({ path: '', message: `There are more mistakes; the first ${mostIssues} are listed` });
      break;
    }
    described.push({ path, message: shorten(message, longestMessage) });
  }
  return described;
}
