import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import type { Config } from '../config/config.ts';
import { jsonIn } from './json.ts';
import { askService, NoAnswer, serviceUrl } from './outsideService.ts';
import { createConcurrencyLimit } from './concurrencyLimit.ts';

/** A model that writes, of a service that the operator chose. */
export interface TextModel {
  readonly model: string;
  /** One answer as JSON of this schema, or throws `TextModelFailed`. */
  ask<T>(question: Question<T>): Promise<T>;
}

interface Question<T> {
  readonly instructions: string;
  /** What the instructions are about: data, which may be anybody's words. */
  readonly input: string;
  /** Of an object. */
  readonly schema: z.ZodType<T>;
  readonly mostTokens: number;
  readonly signal?: AbortSignal;
}

/** One sentence, in which neither the key stands nor what was asked. */
export class TextModelFailed extends Error {
  override readonly name = 'TextModelFailed';
  /** One that is away has not looked at what was asked; that it is late or talks nonsense may come of it. */
  readonly reason: 'away' | 'late' | 'nonsense';

  constructor(reason: TextModelFailed['reason'], message: string) {
    super(message);
    this.reason = reason;
  }
}

interface Settings {
  /** `https://api.openai.com`, with or without `/v1` and `/chat/completions` behind it. */
  readonly address: string;
  readonly key: string | null;
  readonly model: string;
  /** For everything together: waiting for its turn, asking, asking again. Default: 30 seconds. */
  readonly milliseconds?: number;
}

const usualMilliseconds = 30_000;
const attempts = 3;
const firstPauseMilliseconds = 500;
const longestAnswerBytes = 1024 * 1024;
const questionsAtOnce = 4;

export function openTextModel(
  config: Pick<Config, 'textUrl' | 'textKey' | 'textModel'>,
  milliseconds = usualMilliseconds,
): TextModel | null {
  const { textUrl: address, textKey: key, textModel: model } = config;
  return address === null || model === null ? null : createTextModel({ address, key, model, milliseconds });
}

/** Any service that answers `POST /v1/chat/completions` as OpenAI does. */
export function createTextModel({
  address,
  key,
  model,
  milliseconds = usualMilliseconds,
}: Settings): TextModel {
  const service = { url: serviceUrl(address, 'chat/completions'), key, model, milliseconds };
  const takeTurn = createConcurrencyLimit({ atOnce: questionsAtOnce });
  const manner: Manner = { limit: 'max_tokens', namesSchema: true };
  return {
    model,
    ask: async (question) => {
      const late = AbortSignal.timeout(milliseconds);
      const signal = question.signal === undefined ? late : AbortSignal.any([question.signal, late]);
      const until = performance.now() + milliseconds;
      try {
        const text = await takeTurn(() => complete({ service, manner, signal, until }, question), signal);
        return answerIn(service.url, text, question.schema);
      } catch (error) {
        if (question.signal?.aborted === true) throw away(service.url, 'was not waited for any longer');
        if (late.aborted)
          throw failed('late', service.url, `did not answer within ${milliseconds / 1000} seconds`);
        throw error;
      }
    },
  };
}

interface Service {
  readonly url: URL;
  readonly key: string | null;
  readonly model: string;
  readonly milliseconds: number;
}

/** What services of this kind differ in; which it is of this one shows when it refuses the other. */
interface Manner {
  limit: 'max_tokens' | 'max_completion_tokens';
  namesSchema: boolean;
}

interface Asking {
  readonly service: Service;
  readonly manner: Manner;
  readonly signal: AbortSignal;
  readonly until: number;
}

/** What came of one attempt: the answer, or why there is none and after how long to ask again. */
type Outcome = { readonly text: string } | { readonly problem: string; readonly pause: number | null };

/** Asks again while the service is busy, broken or away, and tells a refusal at once. */
async function complete(asking: Asking, question: Question<unknown>): Promise<string> {
  let pause = firstPauseMilliseconds;
  for (let attempt = 1; ; attempt += 1) {
    const outcome = await post(asking, question);
    if ('text' in outcome) return outcome.text;
    const wait = outcome.pause ?? pause;
    if (attempt === attempts || performance.now() + wait > asking.until) {
      throw away(asking.service.url, outcome.problem);
    }
    await sleep(wait, undefined, { signal: asking.signal });
    pause *= 2;
  }
}

async function post({ service, manner, signal }: Asking, question: Question<unknown>): Promise<Outcome> {
  const { url, key, milliseconds } = service;
  try {
    const body = bodyOf(service.model, manner, question);
    const answer = await askService(url, { key, body, mostBytes: longestAnswerBytes, milliseconds, signal });
    const { status, text, retryAfter } = answer;
    if (status >= 200 && status < 300) return { text };
    if (status === 429 || status >= 500) return { problem: `answered ${status}`, pause: retryAfter };
    if (status !== 400 || !isLearnt(manner, text)) throw refused(service, status, text);
    return { problem: 'answered 400', pause: 0 };
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error;
    if (error.reason === 'size') throw nonsense(url, error.message);
    return { problem: error.message, pause: null };
  }
}

function bodyOf(model: string, { limit, namesSchema }: Manner, question: Question<unknown>): object {
  const schema = z.toJSONSchema(question.schema, { io: 'input' });
  // In words too, for services that do not hold a model to a schema.
  const form = `Answer with one JSON object of this JSON Schema and nothing else: ${JSON.stringify(schema)}`;
  return {
    model,
    messages: [
      { role: 'system', content: `${question.instructions}\n\n${form}`.toWellFormed() },
      { role: 'user', content: question.input.toWellFormed() },
    ],
    [limit]: question.mostTokens,
    // Not `strict`, which refuses schemas that say how long or how many.
    ...(namesSchema && { response_format: { type: 'json_schema', json_schema: { name: 'answer', schema } } }),
  };
}

/** Newer models of OpenAI want the limit under its newer name; some services know no schemas. */
function isLearnt(manner: Manner, refusal: string): boolean {
  if (manner.limit === 'max_tokens' && refusal.includes('max_completion_tokens')) {
    manner.limit = 'max_completion_tokens';
    return true;
  }
  if (!manner.namesSchema || !/response.?format|json_schema/i.test(refusal)) return false;
  manner.namesSchema = false;
  return true;
}

const Completion = z.object({
  choices: z.array(z.object({ message: z.object({ content: z.string() }) })).min(1),
});

function answerIn<T>(url: URL, text: string, schema: z.ZodType<T>): T {
  const completion = Completion.safeParse(jsonIn(text));
  const [choice] = completion.data?.choices ?? [];
  if (choice === undefined) throw nonsense(url, 'answered in an unknown shape');
  const answer = schema.safeParse(jsonIn(objectIn(choice.message.content)));
  if (answer.success) return answer.data;
  throw nonsense(url, 'answered something else than what was asked for');
}

/** Without a fence around it, words before and after it, or what the model thought first. */
function objectIn(content: string): string {
  const said = content.slice(content.lastIndexOf('</think>') + 1);
  return said.slice(Math.max(said.indexOf('{'), 0), said.lastIndexOf('}') + 1);
}

const Refusal = z.object({ error: z.object({ code: z.string().regex(/^\w{1,60}$/) }) });

/** What a service says to a refusal may repeat what was asked; a code such as `model_not_found` does not. */
function refused({ url, key }: Service, status: number, text: string): TextModelFailed {
  if (status === 401 || status === 403) {
    return away(url, 'refused the key; set AI_TEXT_KEY to one that it accepts');
  }
  const code = Refusal.safeParse(jsonIn(text)).data?.error.code;
  const named = code === undefined || key?.includes(code) === true ? '' : ` (${code})`;
  return away(url, `refused the request with ${status}${named}`);
}

function away(url: URL, problem: string): TextModelFailed {
  return failed('away', url, problem);
}

function nonsense(url: URL, problem: string): TextModelFailed {
  return failed('nonsense', url, problem);
}

/** The origin only: a path may hold a secret. */
function failed(reason: TextModelFailed['reason'], url: URL, problem: string): TextModelFailed {
  return new TextModelFailed(reason, `The text endpoint at ${url.origin} ${problem}.`);
}
