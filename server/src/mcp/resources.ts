import {
  type McpServer,
  ProtocolError,
  ProtocolErrorCode,
  ResourceTemplate,
} from '@modelcontextprotocol/server';
import { boardWithId, nameOf } from './boards.ts';
import { type Call, typed } from './calling.ts';
import { nameMeant, nameTold } from './names.ts';
import { asRefusal, refusalText, type Report } from './refusals.ts';
import { boardReport, brandReport } from './reports.ts';
import type { McpParts } from './server.ts';
import { isCalled } from './tools/library.ts';

const mimeType = 'text/markdown';
const mostListed = 100;

/** Pages to read: each board, and any brand by its stored name. */
export function addResources(
  server: McpServer,
  { call: byName, report }: Pick<McpParts, 'call' | 'report'>,
): void {
  const call = typed(byName);
  const boards = new ResourceTemplate('magpie://boards/{id}', {
    list: () =>
      told(report, async () => ({
        resources: (await call('boards.list', {})).slice(0, mostListed).map((board) => ({
          uri: `magpie://boards/${board.id}`,
          name: nameOf(board),
          description: `A board with ${board.adCount} ads.`,
          mimeType,
        })),
      })),
    complete: {
      id: async (part) =>
        told(report, async () =>
          (await call('boards.list', {}))
            .filter((board) => String(board.id).startsWith(part) || isCalled(board, part))
            .map(({ id }) => String(id)),
        ),
    },
  });
  const described = {
    title: 'Board',
    description: `A board: its ads that began last, with notes. At most ${mostListed} boards are listed; list_boards finds any by its name.`,
    mimeType,
  };
  server.registerResource('board', boards, described, (uri, variables) =>
    page(uri, report, async () => boardReport(call, await boardWithId(call, nameIn(variables['id'])))),
  );
  const brands = new ResourceTemplate('magpie://brands/{name}', {
    list: undefined,
    complete: { name: (part) => told(report, () => namesLike(call, part)) },
  });
  const brand = { title: 'Brand report', description: 'A brand at a glance; costs 7 reads.', mimeType };
  server.registerResource('brand', brands, brand, (uri, variables) =>
    page(uri, report, () => brandReport(call, nameMeant(nameIn(variables['name'])))),
  );
}

/** The stored names that are meant by what was typed so far. */
export async function namesLike(call: Call, part: string): Promise<string[]> {
  if (part.trim() === '') return [];
  const { companies } = await call('ads.listTopCompanies', { name: part, limit: 10 });
  return companies.map(({ name }) => nameTold(name));
}

/** As it stands in an address. */
function nameIn(variable: string | string[] | undefined): string {
  const text = [variable ?? ''].flat().join(',');
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

async function page(uri: URL, report: Report, write: () => Promise<string>) {
  const text = await told(report, write);
  return { contents: [{ uri: uri.href, mimeType, text }] };
}

/** Outside of tools, a refusal is an error of the protocol. */
export async function told<Told>(report: Report, work: () => Promise<Told>): Promise<Told> {
  try {
    return await work();
  } catch (thrown) {
    const refusal = asRefusal(thrown, report);
    const isOurs = refusal.httpStatus >= 500;
    throw new ProtocolError(
      isOurs ? ProtocolErrorCode.InternalError : ProtocolErrorCode.InvalidParams,
      refusalText(refusal),
    );
  }
}
