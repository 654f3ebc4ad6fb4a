import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { hangs, refuses, says, saysText, startTextServer, type TextServer } from '../testing/openAiServer.ts';
import { createTextModel, TextModelError } from './textModel.ts';

const schema = z.object({ colour: z.string().max(20) });
const question = {
  instructions: 'Name the colour.',
  input: 'The sky \u{d800}is secretly green.',
  schema,
  maxTokens: 50,
};
const blue = says({ colour: 'blue' });
const retryAtOnce = { 'retry-after': '0' };

let server: TextServer;
beforeAll(async () => {
  server = await startTextServer();
  server.answer(blue);
});
afterAll(() => server.close());

const modelAt = (address: string, milliseconds = 5000) =>
  createTextModel({ address, key: 'sesame', model: 'small', milliseconds });
const newModel = (milliseconds?: number) => modelAt(server.address, milliseconds);
const lastRequest = () => server.requests.at(-1);
const failureOf = (work: Promise<unknown>): Promise<TextModelError> =>
  work.then(
    () => expect.fail('there was an answer'),
    (error: unknown) => error as TextModelError,
  );

describe('a text model', () => {
  it('is called in the documented form with the schema, and its response is validated', async () => {
    expect(await newModel().complete(question)).toEqual({ colour: 'blue' });
    expect(lastRequest()).toMatchObject({ path: '/v1/chat/completions', key: 'Bearer sesame' });
    expect(lastRequest()?.body).toMatchObject({
      model: 'small',
      max_tokens: 50,
      messages: [{ role: 'system' }, { role: 'user', content: 'The sky \u{fffd}is secretly green.' }],
      response_format: {
        type: 'json_schema',
        json_schema: { schema: { type: 'object', required: ['colour'] } },
      },
    });
    expect(lastRequest()?.body.messages[0]?.content).toContain('Name the colour.');
  });

  it.each(['/v1', '/v1/', '/v1/chat/completions'])('is found with %j behind its address', async (path) => {
    await modelAt(server.address + path).complete(question);
    expect(lastRequest()?.path).toBe('/v1/chat/completions');
  });

  it.each([
    '```json\n{"colour": "blue"}\n```',
    'Here you are:\n{"colour": "blue"}\nAnything else?',
    '<think>Perhaps {green}?</think>{"colour": "blue"}',
  ])('is understood when it says %j', async (content) => {
    server.answerNext(saysText(content));
    expect(await newModel().complete(question)).toEqual({ colour: 'blue' });
  });

  it('gets at most four concurrent requests', async () => {
    const held: (() => void)[] = [];
    server.answer((each, response) => held.push(() => blue(each, response)));
    const model = newModel();
    const before = server.requests.length;
    const answers = Array.from({ length: 6 }, () => model.complete(question));
    await expect.poll(() => held.length).toBe(4);
    held.splice(0, 2).forEach((answer) => answer());
    await expect.poll(() => server.requests.length - before).toBe(6);
    server.answer(blue);
    held.forEach((answer) => answer());
    expect(await Promise.all(answers)).toHaveLength(6);
  });
});

describe('a service that is different', () => {
  it('switches to max_completion_tokens when the service requires it', async () => {
    const message = "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead.";
    server.answerNext(refuses(400, { message, param: 'max_tokens', code: 'unsupported_parameter' }));
    const model = newModel();
    expect(await model.complete(question)).toEqual({ colour: 'blue' });
    await model.complete(question);
    expect(lastRequest()?.body).toMatchObject({ max_completion_tokens: 50 });
    expect(lastRequest()?.body).not.toHaveProperty('max_tokens');
  });

  it('sends the schema only in the prompt when the service does not support schemas', async () => {
    server.answerNext(refuses(400, { message: 'This response_format type is unavailable now' }));
    expect(await newModel().complete(question)).toEqual({ colour: 'blue' });
    expect(lastRequest()?.body).not.toHaveProperty('response_format');
    expect(lastRequest()?.body.messages[0]?.content).toContain('"colour"');
  });
});

describe('a service in trouble', () => {
  it('is retried twice while it is busy or broken', async () => {
    const [busy, broken] = [refuses(429, {}, retryAtOnce), refuses(503, {}, retryAtOnce)];
    server.answerNext(busy, broken);
    expect(await newModel().complete(question)).toEqual({ colour: 'blue' });
    const before = server.requests.length;
    server.answerNext(busy, broken, broken);
    const failure = await failureOf(newModel().complete(question));
    expect(failure).toMatchObject({
      reason: 'unavailable',
      message: `The text endpoint at ${server.address} answered 503.`,
    });
    expect(server.requests.length - before).toBe(3);
  });

  it('is not retried if Retry-After exceeds the time limit', async () => {
    server.answerNext(refuses(429, {}, { 'retry-after': '60' }));
    expect((await failureOf(newModel().complete(question))).message).toContain('answered 429');
  });

  it('is given up in time, also by who waits behind others', async () => {
    server.answer(hangs);
    const model = newModel(1000);
    const failures = await Promise.all(Array.from({ length: 6 }, () => failureOf(model.complete(question))));
    server.answer(blue);
    expect(new Set(failures.map(({ message }) => message))).toEqual(
      new Set([`The text endpoint at ${server.address} did not answer within 1 seconds.`]),
    );
    expect(await model.complete(question)).toEqual({ colour: 'blue' });
  });

  it('is left when nobody waits any longer', async () => {
    server.answerNext(hangs);
    const leaving = new AbortController();
    const before = server.requests.length;
    const failure = failureOf(newModel().complete({ ...question, signal: leaving.signal }));
    await expect.poll(() => server.requests.length).toBe(before + 1);
    leaving.abort();
    expect(await failure).toBeInstanceOf(TextModelError);
  });

  it.each([
    [401, 'rejected the key; set AI_TEXT_KEY'],
    [404, 'rejected the request with 404 (model_not_found).'],
    [307, 'rejected the request with 307'],
  ])('reports %i at once, without the key and the prompt', async (status, problem) => {
    const message = `No: sesame, ${question.input}`;
    server.answerNext(refuses(status, { message, code: 'model_not_found' }, { location: '/elsewhere' }));
    const before = server.requests.length;
    const failure = await failureOf(newModel().complete(question));
    expect(failure).toMatchObject({
      reason: 'unavailable',
      message: expect.stringContaining(problem) as string,
    });
    expect(failure.message).not.toMatch(/sesame|green/);
    expect(server.requests.length - before).toBe(1);
  });

  it.each([
    ['no JSON', saysText('I would rather talk about bread.')],
    ['another shape', says({ color: 'blue' })],
    ['too long a value', says({ colour: 'b'.repeat(21) })],
    ['nothing', saysText('')],
    ['a list', saysText('[{"colour":"blue"}, {"colour":"red"}]')],
    ['no completion', refuses(200)],
    ['2 MB', saysText('b'.repeat(2 * 1024 * 1024))],
  ])('is not believed when it says %s', async (_, answer) => {
    server.answerNext(answer);
    expect(await failureOf(newModel().complete(question))).toMatchObject({ reason: 'invalid' });
  });
});
