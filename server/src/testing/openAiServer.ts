import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as readText } from 'node:stream/consumers';

/** A received request. */
export interface TextServerRequest {
  readonly path: string;
  readonly key: string | undefined;
  readonly body: {
    readonly model: string;
    readonly messages: readonly { readonly role: string; readonly content: string }[];
    readonly [field: string]: unknown;
  };
  /** The content of the user's message. */
  readonly input: string;
}

export type TextResponder = (requests: TextServerRequest, response: ServerResponse) => void;

/** A local server for OpenAI's chat completions API. */
export interface TextServer {
  readonly address: string;
  readonly requests: readonly TextServerRequest[];
  /** The response to all further requests. */
  answer(answer: TextResponder): void;
  /** The responses to the next requests, one each. */
  answerNext(...answers: TextResponder[]): void;
  close(): void;
}

/** The model returns this text. */
export function saysText(content: string | ((requests: TextServerRequest) => string)): TextResponder {
  return (requests, response) => {
    const said = typeof content === 'string' ? content : content(requests);
    const message = { role: 'assistant', content: said, refusal: null };
    response.setHeader('content-type', 'application/json');
    response.end(
      JSON.stringify({
        id: 'chatcmpl-1',
        object: 'chat.completion',
        created: 1_767_225_600,
        model: requests.body.model,
        choices: [{ index: 0, message, logprobs: null, finish_reason: 'stop' }],
        usage: { prompt_tokens: 19, completion_tokens: 10, total_tokens: 29 },
      }),
    );
  };
}

/** The model returns this value as JSON. */
export function says(value: unknown): TextResponder {
  return saysText(JSON.stringify(value));
}

/** The service returns an error status. */
export function refuses(
  status: number,
  error: Readonly<Record<string, unknown>> = {},
  headers: Readonly<Record<string, string>> = {},
): TextResponder {
  return (_, response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(JSON.stringify({ error: { message: 'Refused', type: 'error', param: null, ...error } }));
  };
}

/** Never responds. */
export const hangs: TextResponder = () => undefined;

export async function startTextServer(): Promise<TextServer> {
  const requests: TextServerRequest[] = [];
  let usual: TextResponder = says({});
  let next: TextResponder[] = [];
  const server = createServer((request, response) => {
    const take = async (): Promise<void> => {
      const body = JSON.parse(await readText(request)) as TextServerRequest['body'];
      const input = body.messages.find(({ role }) => role === 'user')?.content ?? '';
      const question = { path: request.url ?? '', key: request.headers.authorization, body, input };
      requests.push(question);
      (next.shift() ?? usual)(question, response);
    };
    void take();
  });
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    answer: (answer) => (usual = answer),
    answerNext: (...answers) => (next = answers),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
