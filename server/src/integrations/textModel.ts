import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import type { Config } from '../config/config.ts';
import { tryParseJson } from './json.ts';
import { callService, ServiceError, serviceUrl } from './externalService.ts';
import { createConcurrencyLimit } from './concurrencyLimit.ts';

export interface TextModel {
  readonly model: string;
  /** Returns JSON that matches the schema, or throws `TextModelError`. */
  complete<T>(question: CompletionRequest<T>): Promise<T>;
}

interface CompletionRequest<T> {
  readonly instructions: string;
  /** Untrusted data for the instructions. */
  readonly input: string;
  /** An object schema. */
  readonly schema: z.ZodType<T>;
  readonly maxTokens: number;
  readonly signal?: AbortSignal;
}

/** The message is one sentence without key and prompt. */
export class TextModelError extends Error {
  override readonly name = 'TextModelError';
  /** `unavailable` is unrelated to the request; the request may cause `timeout` and `invalid`. */
  readonly reason: 'unavailable' | 'timeout' | 'invalid';

  constructor(reason: TextModelError['reason'], message: string) {
    super(message);
    this.reason = reason;
  }
}

interface Settings {
  /** `https://api.openai.com`, optionally with `/v1` and `/chat/completions`. */
  readonly address: string;
  readonly key: string | null;
  readonly model: string;
  /** For everything: queueing, requests and retries. Default: 30 seconds. */
  readonly milliseconds?: number;
}

const defaultMilliseconds = 30_000;
const attempts = 3;
const firstPauseMilliseconds = 500;
const maxResponseBytes = 1024 * 1024;
const maxConcurrent = 4;

export function openTextModel(
  config: Pick<Config, 'textUrl' | 'textKey' | 'textModel'>,
  milliseconds = defaultMilliseconds,
): TextModel | null {
  const { textUrl: address, textKey: key, textModel: model } = config;
  return address === null || model === null ? null : createTextModel({ address, key, model, milliseconds });
}

/** Any service with OpenAI's `POST /v1/chat/completions`. */
export function createTextModel(settings: Settings): TextModel {
  const { address, key, model, milliseconds = defaultMilliseconds } = settings;
  const service = { url: serviceUrl(address, 'chat/completions'), key, model, milliseconds };
  const takeTurn = createConcurrencyLimit({ maxConcurrent });
  const manner: Capabilities = { limit: 'max_tokens', supportsSchema: true };
  return {
    model,
    complete: async (question) => {
      const late = AbortSignal.timeout(milliseconds);
      const signal = question.signal === undefined ? late : AbortSignal.any([question.signal, late]);
      const until = performance.now() + milliseconds;
      try {
        const text = await takeTurn(() => complete({ ...service, manner, signal, until }, question), signal);
        return parseResponse(service.url, text, question.schema);
      } catch (error) {
        if (question.signal?.aborted === true)
          throw failed('unavailable', service.url, 'did not answer before the request was cancelled');
        if (late.aborted)
          throw failed('timeout', service.url, `did not answer within ${milliseconds / 1000} seconds`);
        throw error;
      }
    },
  };
}

/** Differences between services, detected from their error responses. */
interface Capabilities {
  limit: 'max_tokens' | 'max_completion_tokens';
  supportsSchema: boolean;
}

interface Call extends Required<Omit<Settings, 'address'>> {
  readonly url: URL;
  readonly manner: Capabilities;
  readonly signal: AbortSignal;
  readonly until: number;
}

/** Retries while the service is busy or unavailable; a rejected request fails at once. */
async function complete(call: Call, question: CompletionRequest<unknown>): Promise<string> {
  let pause = firstPauseMilliseconds;
  for (let attempt = 1; ; attempt += 1) {
    const outcome = await post(call, question);
    if ('text' in outcome) return outcome.text;
    const wait = outcome.pause ?? pause;
    if (attempt === attempts || performance.now() + wait > call.until) {
      throw failed('unavailable', call.url, outcome.problem);
    }
    await sleep(wait, undefined, { signal: call.signal });
    pause *= 2;
  }
}

/** Returns the response, or the problem and the pause before the next attempt. */
async function post(call: Call, question: CompletionRequest<unknown>) {
  const { url, key, model, milliseconds, manner, signal } = call;
  try {
    const body = createBody(model, manner, question);
    const answer = await callService(url, { key, body, maxBytes: maxResponseBytes, milliseconds, signal });
    const { status, text, retryAfter } = answer;
    if (status >= 200 && status < 300) return { text };
    if (status === 429 || status >= 500) return { problem: `answered ${status}`, pause: retryAfter };
    if (status !== 400 || !adaptCapabilities(manner, text)) throw refused(call, status, text);
    return { problem: 'answered 400', pause: 0 };
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    if (error.reason === 'size') throw failed('invalid', url, error.message);
    return { problem: error.message, pause: null };
  }
}

function createBody(
  model: string,
  { limit, supportsSchema }: Capabilities,
  question: CompletionRequest<unknown>,
): object {
  const schema = z.toJSONSchema(question.schema, { io: 'input' });
  // Also in the prompt, for services that do not enforce a schema.
  const form = `Answer with one JSON object of this JSON Schema and nothing else: ${JSON.stringify(schema)}`;
  return {
    model,
    messages: [
      { role: 'system', content: `${question.instructions}\n\n${form}`.toWellFormed() },
      { role: 'user', content: question.input.toWellFormed() },
    ],
    [limit]: question.maxTokens,
    // Not `strict`, which rejects schemas with length limits.
    ...(supportsSchema && {
      response_format: { type: 'json_schema', json_schema: { name: 'answer', schema } },
    }),
  };
}

/** Newer OpenAI models require the newer name of the limit; some services do not support schemas. */
function adaptCapabilities(manner: Capabilities, refusal: string): boolean {
  if (manner.limit === 'max_tokens' && refusal.includes('max_completion_tokens')) {
    manner.limit = 'max_completion_tokens';
    return true;
  }
  if (!manner.supportsSchema || !/response.?format|json_schema/i.test(refusal)) return false;
  manner.supportsSchema = false;
  return true;
}

const Completion = z.object({
  choices: z.array(z.object({ message: z.object({ content: z.string() }) })).min(1),
});

function parseResponse<T>(url: URL, text: string, schema: z.ZodType<T>): T {
  const completion = Completion.safeParse(tryParseJson(text));
  const [choice] = completion.data?.choices ?? [];
  if (choice === undefined) throw failed('invalid', url, 'returned an unknown response format');
  const answer = schema.safeParse(tryParseJson(extractObject(choice.message.content)));
  if (answer.success) return answer.data;
  throw failed('invalid', url, 'returned JSON that does not match the schema');
}

/** Strips code fences, surrounding text and the model's reasoning. */
function extractObject(content: string): string {
  const said = content.slice(content.lastIndexOf('</think>') + 1);
  return said.slice(Math.max(said.indexOf('{'), 0), said.lastIndexOf('}') + 1);
}

const Refusal = z.object({ error: z.object({ code: z.string().regex(/^\w{1,60}$/) }) });

/** An error message may repeat the prompt; a code such as `model_not_found` does not. */
function refused({ url, key }: Call, status: number, text: string): TextModelError {
  if (status === 401 || status === 403) {
    return failed('unavailable', url, 'rejected the key; set AI_TEXT_KEY to one that it accepts');
  }
  const code = Refusal.safeParse(tryParseJson(text)).data?.error.code;
  const named = code === undefined || key?.includes(code) === true ? '' : ` (${code})`;
  return failed('unavailable', url, `rejected the request with ${status}${named}`);
}

/** The origin only: a path may contain a secret. */
function failed(reason: TextModelError['reason'], url: URL, problem: string): TextModelError {
  return new TextModelError(reason, `The text endpoint at ${url.origin} ${problem}.`);
}
