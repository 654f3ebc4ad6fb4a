import {
  createMcpHandler,
  isLegacyRequest,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import type { McpParts } from './calling.ts';
import { createMcpServer } from './server.ts';
import { tools } from './tools/tools.ts';

/** Handles one message over HTTP without a session, so that any node can handle the next one. Responds with JSON, not a stream. */
export async function handleMessage(parts: McpParts, request: Request, message: unknown): Promise<Response> {
  if (await isLegacyRequest(request, message)) return handleLegacyMessage(parts, request, message);
  const handler = createMcpHandler(() => createMcpServer(parts), {
    legacy: 'reject',
    // There is nothing to subscribe to.
    maxSubscriptions: 0,
  });
  try {
    return await handler.fetch(request, { parsedBody: message });
  } finally {
    await handler.close();
  }
}

export function needsWrite(message: unknown): boolean {
  const { method, params } = (message ?? {}) as { method?: unknown; params?: { name?: unknown } | null };
  return (
    method === 'tools/call' && tools.some(({ name, effect }) => name === params?.name && effect !== 'none')
  );
}

/** For clients of protocol versions up to 2025. */
async function handleLegacyMessage(
  parts: McpParts,
  request: Request,
  parsedBody: unknown,
): Promise<Response> {
  const server = createMcpServer(parts);
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  try {
    return await transport.handleRequest(request, { parsedBody });
  } finally {
    await server.close();
  }
}
