import type cors from '@fastify/cors';

const mcpHeaders = ['MCP-Protocol-Version', 'Mcp-Method', 'Mcp-Name', 'Mcp-Session-Id', 'Last-Event-ID'];

export function corsRules(origins: readonly string[]): Parameters<typeof cors>[1] & object {
  return {
    origin: [...origins],
    methods: ['GET', 'HEAD', 'POST'],
    // Otherwise an OPTIONS request that is not a preflight gets a plain text response.
    strictPreflight: false,
    allowedHeaders: ['Authorization', 'Content-Type', 'Content-Encoding', 'Idempotency-Key', ...mcpHeaders],
    exposedHeaders: [
      'X-Request-Id',
      'X-Cache',
      'Age',
      'Retry-After',
      'RateLimit',
      'RateLimit-Policy',
      'X-RateLimit-Limit',
      'X-RateLimit-Remaining',
      'X-RateLimit-Reset',
      'Idempotent-Replayed',
    ],
    maxAge: 600,
  };
}
