import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as readText } from 'node:stream/consumers';

/** A question as it came in. */
export interface AskedModel {
  readonly path: string;
  readonly key: string | undefined;
  readonly body: {
    readonly model: string;
    readonly messages: readonly { readonly role: string; readonly content: string }[];
    readonly [field: string]: unknown;
  };
  /** What the user's message says. */
  readonly input: string;
}

export type ModelAnswer = (asked: AskedModel, response: ServerResponse) => void;

/** A service on this machine that answers as OpenAI documents chat completions. */
export interface TextServer {
  readonly address: string;
  readonly asked: readonly AskedModel[];
  /** How everything is answered from now on. */
  answer(answer: ModelAnswer): void;
  /** How the next questions are answered, one each. */
  answerNext(...answers: ModelAnswer[]): void;
  close(): void;
}

/** The model says this, word for word. */
export function saysText(content: string | ((asked: AskedModel) => string)): ModelAnswer {
  return (asked, response) => {
    const said = typeof content === 'string' ? content : content(asked);
    const message = { role: 'assistant', content: said, refusal: null };
    response.setHeader('content-type', 'application/json');
    response.end(
      JSON.stringify({
        id: 'chatcmpl-1',
        object: 'chat.completion',
        created: 1_767_225_600,
        model: asked.body.model,
        choices: [{ index: 0, message, logprobs: null, finish_reason: 'stop' }],
        usage: { prompt_tokens: 19, completion_tokens: 10, total_tokens: 29 },
      }),
    );
  };
}

/** The model answers as it was asked to, with this as JSON. */
export function says(value: unknown): ModelAnswer {
  return saysText(JSON.stringify(value));
}

/** The service itself refuses, or is broken. */
export function refuses(
  status: number,
  error: Readonly<Record<string, unknown>> = {},
  headers: Readonly<Record<string, string>> = {},
): ModelAnswer {
  return (_, response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(JSON.stringify({ error: { message: 'Refused', type: 'error', param: null, ...error } }));
  };
}

/** No answer ever comes. */
export const hangs: ModelAnswer = () => undefined;

export async function startTextServer(): Promise<TextServer> {
  const asked: AskedModel[] = [];
  let usual: ModelAnswer = says({});
  let next: ModelAnswer[] = [];
  const server = createServer((request, response) => {
    const take = async (): Promise<void> => {
      const body = JSON.parse(await readText(request)) as AskedModel['body'];
      const input = body.messages.find(({ role }) => role === 'user')?.content ?? '';
      const question = { path: request.url ?? '', key: request.headers.authorization, body, input };
      asked.push(question);
      (next.shift() ?? usual)(question, response);
    };
    void take();
  });
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    answer: (answer) => (usual = answer),
    answerNext: (...answers) => (next = answers),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
