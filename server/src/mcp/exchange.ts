import {
  createMcpHandler,
  isLegacyRequest,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import { createMcpServer, type McpParts } from './server.ts';
import { tools } from './tools/tools.ts';

/**
 * Answers one message over HTTP, and keeps nothing after it: any node can answer the next one. Nothing is told before
 * its answer, so that it is plain JSON and never a stream.
 */
export async function answerMessage(parts: McpParts, request: Request, message: unknown): Promise<Response> {
  if (await isLegacyRequest(request, message)) return answerOlder(parts, request, message);
  const handler = createMcpHandler(() => createMcpServer(parts), {
    legacy: 'reject',
    // Nothing that could be listened for ever changes.
    maxSubscriptions: 0,
  });
  try {
    return await handler.fetch(request, { parsedBody: message });
  } finally {
    await handler.close();
  }
}

/** Whether a message calls a tool that changes something. */
export function needsWrite(message: unknown): boolean {
  const { method, params } = (message ?? {}) as { method?: unknown; params?: { name?: unknown } | null };
  return (
    method === 'tools/call' && tools.some(({ name, effect }) => name === params?.name && effect !== 'none')
  );
}

/** For clients of protocols up to 2025, which are given no session. */
async function answerOlder(parts: McpParts, request: Request, parsedBody: unknown): Promise<Response> {
  const server = createMcpServer(parts);
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  try {
    return await transport.handleRequest(request, { parsedBody });
  } finally {
    await server.close();
  }
}
