import { ErrorDetails } from '@magpie/contract';
import { z } from 'zod';
import type { WireAnswer } from './http.ts';

/** The problems of a response to any request; empty if it is valid. */

const plainSentence = /^[^\p{Cc}\p{Zl}\p{Zp}\p{Surrogate}]{10,310}[.?]$/u;

/** Internals that a message must not reveal: stacks, files, statements, libraries, dumps. */
const leak =
  /\bat \S+:\d|\.[jt]s\b|node_modules|\b(?:SELECT|INSERT INTO|DELETE FROM|SQLSTATE|violates)\b|\bZod[A-Z]|\bzod\/|^\s*[[{]|"code":/;

const refusal = z.strictObject({
  message: z
    .string()
    .regex(plainSentence, 'is no plain sentence')
    .refine((message) => !leak.test(message), 'lets something slip'),
  code: z.int(),
  data: z.strictObject({
    code: z.string().regex(/^[A-Z_]+$/),
    httpStatus: z
      .int()
      .refine(
        (status) => (status >= 400 && status < 500) || status === 504,
        "is no fault of the caller's, nor of a host outside",
      ),
    path: z.string().optional(),
    requestId: z.string().regex(/^[\w-]{16,40}$/),
    ...ErrorDetails.shape,
    issues: z
      .array(z.strictObject({ path: z.string(), message: z.string().regex(plainSentence) }))
      .min(1)
      .optional(),
  }),
});

const result = z.strictObject({ result: z.strictObject({ data: z.unknown() }) });
const single = z.union([result, z.strictObject({ error: refusal })]);
const batch = z.array(single).min(1);

type Single = z.infer<typeof single>;

function statusOf(answer: Single): number {
  return 'error' in answer ? answer.error.data.httpStatus : 200;
}

/** Of an answer to one call. */
export function responseProblems(answer: WireAnswer): string[] {
  return [...headFlaws(answer), ...bodyFlaws(answer, single, (body) => singleFlaws(answer, body))];
}

function singleFlaws({ status, headers }: WireAnswer, body: Single): string[] {
  const flaws =
    status === statusOf(body) ? [] : [`The status is ${status}, the body says ${statusOf(body)}.`];
  const repeats = !('error' in body) || body.error.data.requestId === headers['x-request-id'];
  return repeats ? flaws : [...flaws, 'The request id of the body is not that of the header.'];
}

/** Of an answer to a batch of so many calls, which is refused as a whole or answers each. */
export function batchResponseProblems(answer: WireAnswer, calls: number): string[] {
  if (!answer.body.startsWith('[')) return responseProblems(answer);
  const check = (answers: Single[]): string[] => {
    const statuses = new Set(answers.map(statusOf));
    const [first = 0] = statuses;
    const expected = statuses.size === 1 ? first : 207;
    return [
      ...(answers.length === calls ? [] : [`There are ${answers.length} answers to ${calls} calls.`]),
      ...(answer.status === expected ? [] : [`The status is ${answer.status}, but should be ${expected}.`]),
    ];
  };
  return [...headFlaws(answer), ...bodyFlaws(answer, batch, check)];
}

function headFlaws({ headers }: WireAnswer): string[] {
  const flaws: string[] = [];
  if (headers['content-type'] !== 'application/json; charset=utf-8')
    flaws.push('Its content type is not JSON.');
  if (headers['x-request-id'] === undefined) flaws.push('There is no X-Request-Id.');
  return flaws;
}

function bodyFlaws<T>({ body }: WireAnswer, schema: z.ZodType<T>, check: (value: T) => string[]): string[] {
  try {
    const parsed = schema.safeParse(JSON.parse(body));
    return parsed.success ? check(parsed.data) : [`${z.prettifyError(parsed.error)}\n${body.slice(0, 1000)}`];
  } catch {
    return [`The body is no JSON: ${body.slice(0, 1000)}`];
  }
}
