import { z } from 'zod';
import { validInput } from '../rpc/executeProcedure.ts';
import { type Call, type CallByName, typed } from './calling.ts';
import { withNamesMeant } from './names.ts';
import { listedSchema } from './shapes.ts';

/** What becomes of the caller's things by a tool. */
type Effect =
  /** It reads. */
  | 'none'
  /** Something new each time. */
  | 'adds'
  /** Something new, once. */
  | 'adds once'
  /** What was there before is gone. */
  | 'replaces';

type JsonType = 'array' | 'boolean' | 'integer' | 'number' | 'object' | 'string';

interface Described<Input extends z.ZodObject> {
  readonly name: string;
  /** What it tells or does, when to use it, what it costs or changes. */
  readonly description: string;
  readonly input: Input;
  readonly effect: Effect;
  /** The fields of the answer and what each holds; those with `?` may be missing. */
  readonly answers: Readonly<Record<string, JsonType>>;
  /** Whether it makes the server go to other hosts. */
  readonly reachesOutside?: true;
}

/** One thing that an agent can do: a job of its own, answered from one procedure or several. */
export interface Tool extends Described<z.ZodObject> {
  readonly inputSchema: Record<string, unknown>;
  readonly outputSchema: Record<string, unknown>;
  /** Checks the input and answers; whatever it answers is told as JSON. */
  readonly run: (call: CallByName, given: unknown) => Promise<object>;
}

interface Definition<Input extends z.ZodObject> extends Described<Input> {
  readonly answer: (call: Call, input: z.output<Input>, byName: CallByName) => Promise<object>;
}

export function tool<Input extends z.ZodObject>({ answer, ...described }: Definition<Input>): Tool {
  const { input } = described;
  return {
    ...described,
    inputSchema: listedSchema(input),
    outputSchema: answerSchema(described.answers),
    run: async (call, given) => {
      // The schema has read it, so it is what the tool takes.
      const read = validInput({ definition: { input } }, () => ({
        json: mended(input, withNamesMeant(given)),
      })) as z.output<Input>;
      return answer(typed(call), read, call);
    },
  };
}

/** As short as an answer can be described: an agent pays for each listing, and reads the rest in the answer itself. */
function answerSchema(answers: Readonly<Record<string, JsonType>>): Record<string, unknown> {
  const fields = Object.entries(answers);
  const required = fields.map(([name]) => name).filter((name) => !name.endsWith('?'));
  return {
    type: 'object',
    properties: Object.fromEntries(fields.map(([name, type]) => [name.replace('?', ''), { type }])),
    ...(required.length > 0 && { required }),
  };
}

/** What agents send and clearly mean, and nothing for a field that may be absent. */
function mended({ shape }: z.ZodObject, given: unknown): unknown {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return given;
  const fields = Object.entries(given).flatMap(([name, value]: [string, unknown]) => {
    const field = Object.hasOwn(shape, name) ? shape[name] : undefined;
    if (field === undefined || accepts(field, value)) return [[name, value]];
    if ((value === '' || value === null) && accepts(field, undefined)) return [];
    const meant = meaningsOf(value).find((meaning) => accepts(field, meaning));
    return [[name, meant ?? value]];
  });
  return Object.fromEntries(fields);
}

/** What a text may stand for: a number, a flag, or a list of it alone. */
function meaningsOf(value: unknown): unknown[] {
  if (typeof value !== 'string') return [];
  return [...(/^(?:0|[1-9]\d{0,14}|true|false)$/.test(value) ? [JSON.parse(value)] : []), [value]];
}

function accepts(field: z.core.$ZodType, value: unknown): boolean {
  return z.safeParse(field, value).success;
}
