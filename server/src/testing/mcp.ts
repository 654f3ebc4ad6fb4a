import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';

/** What a tool answered: JSON, or the sentence of a refusal. */
export interface ToolAnswer {
  readonly isError: boolean;
  readonly text: string;
  readonly json: any; // oxlint-disable-line typescript/no-explicit-any -- each test knows the shape of its response
}

/** The protocol that a client speaks: that of today, or the one before it, which most still do. */
export const revisions = { today: '2026-07-28', before: '2025-11-25' } as const;

export function newAgent(revision: keyof typeof revisions = 'before'): Client {
  const mode = revision === 'today' ? 'auto' : 'legacy';
  return new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode } });
}

/** An agent as its makers' client has it connect. */
export async function agentAt(
  address: string,
  key: string,
  revision?: keyof typeof revisions,
): Promise<Client> {
  const agent = newAgent(revision);
  const requestInit = { headers: { authorization: `Bearer ${key}` } };
  await agent.connect(new StreamableHTTPClientTransport(new URL('/mcp', address), { requestInit }));
  return agent;
}

export async function useTool(agent: Client, name: string, args: object = {}): Promise<ToolAnswer> {
  const { content, isError = false } = await agent.callTool({ name, arguments: { ...args } });
  const text = content.map((part) => (part.type === 'text' ? part.text : `a ${part.type}`)).join('\n');
  return { isError, text, json: isError ? undefined : JSON.parse(text) };
}
