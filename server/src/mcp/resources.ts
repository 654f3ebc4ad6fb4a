import {
  type McpServer,
  ProtocolError,
  ProtocolErrorCode,
  ResourceTemplate,
} from '@modelcontextprotocol/server';
import { type McpCall, type McpParts, typedCall, toMagpieError, errorText, type Report } from './calling.ts';
import { unescapeName, escapeName, quoted } from './quoting.ts';
import { boardReport, brandReport } from './reports.ts';
import { nameContains } from './tools/library.ts';
import type { Board } from '@magpie/contract';
import { MagpieError } from '@magpie/contract/errors';
import { decodePercent } from '../config/variable.ts';

const mimeType = 'text/markdown';
const mostListed = 100;

export function addResources(
  server: McpServer,
  { call: byName, report }: Pick<McpParts, 'call' | 'report'>,
): void {
  const call = typedCall(byName);
  const boards = new ResourceTemplate('magpie://boards/{id}', {
    list: () =>
      withProtocolErrors(report, async () => ({
        resources: (await call('boards.list', {})).slice(0, mostListed).map((board) => ({
          uri: `magpie://boards/${board.id}`,
          name: getName(board),
          description: `A board with ${board.adCount} ads.`,
          mimeType,
        })),
      })),
    complete: {
      id: async (part) =>
        withProtocolErrors(report, async () =>
          (await call('boards.list', {}))
            .filter((board) => String(board.id).startsWith(part) || nameContains(board, part))
            .map(({ id }) => String(id)),
        ),
    },
  });
  const described = {
    title: 'Board',
    description: `A board: its newest ads, with notes. At most ${mostListed} boards are listed; list_boards finds others by name.`,
    mimeType,
  };
  server.registerResource('board', boards, described, (uri, variables) =>
    page(uri, report, async () => boardReport(call, await boardWithId(call, nameIn(variables['id'])))),
  );
  const brands = new ResourceTemplate('magpie://brands/{name}', {
    list: undefined,
    complete: { name: (part) => withProtocolErrors(report, () => namesLike(call, part)) },
  });
  const brand = { title: 'Brand report', description: 'A brand at a glance; costs 7 reads.', mimeType };
  server.registerResource('brand', brands, brand, (uri, variables) =>
    page(uri, report, () => brandReport(call, unescapeName(nameIn(variables['name'])))),
  );
}

export async function namesLike(call: McpCall, part: string): Promise<string[]> {
  if (part.trim() === '') return [];
  const { companies } = await call('ads.listTopCompanies', { name: part, limit: 10 });
  return companies.map(({ name }) => escapeName(name));
}

function nameIn(variable: string | string[] | undefined): string {
  return decodePercent([variable ?? ''].flat().join(','));
}

async function page(uri: URL, report: Report, write: () => Promise<string>) {
  const text = await withProtocolErrors(report, write);
  return { contents: [{ uri: uri.href, mimeType, text }] };
}

/** Outside of tools, MCP expects errors as protocol errors. */
export async function withProtocolErrors<Result>(
  report: Report,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (thrown) {
    const error = toMagpieError(thrown, report);
    const isServerError = error.httpStatus >= 500;
    throw new ProtocolError(
      isServerError ? ProtocolErrorCode.InternalError : ProtocolErrorCode.InvalidParams,
      errorText(error),
    );
  }
}

export function getName({ name }: Board): string {
  return quoted(name, 120);
}

export async function boardWithId(call: McpCall, id: string): Promise<Board> {
  const boards = await call('boards.list', {});
  return withId(boards, id) ?? throwNotFound(`No board has the id ${JSON.stringify(id)}.`, boards);
}

function withId(boards: readonly Board[], id: string): Board | undefined {
  return boards.find((board) => String(board.id) === id);
}

export async function findBoard(call: McpCall, text: string): Promise<Board> {
  const wanted = unescapeName(text);
  const boards = await call('boards.list', {});
  const matching = boards.filter((board) => nameContains(board, wanted));
  const named = boards.find((board) =>
    [board.name, getName(board)].some((name) => name.toLowerCase() === wanted.toLowerCase()),
  );
  const board = withId(boards, wanted) ?? named ?? (matching.length === 1 ? matching[0] : undefined);
  return (
    board ??
    throwNotFound(
      `No board matches ${JSON.stringify(wanted)}; use its id or full name.`,
      matching.length > 0 ? matching : boards,
    )
  );
}

function throwNotFound(message: string, similar: readonly Board[]): never {
  throw new MagpieError('NOT_FOUND', message, { suggestions: similar.map(getName) });
}
