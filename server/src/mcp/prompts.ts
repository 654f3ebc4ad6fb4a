import { contract } from '@magpie/contract';
import { completable, type GetPromptResult, type McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { namesLike, withProtocolErrors, findBoard, getName } from './resources.ts';
import { type McpParts, typedCall } from './calling.ts';
import { quoted } from './quoting.ts';
import { getShape } from './tool.ts';

const guidance =
  'Separate measurements from conclusions, cite ads by their hash, and use only what the tools returned.';

type PromptParts = Pick<McpParts, 'call' | 'report'>;

export function addPrompts(server: McpServer, parts: PromptParts): void {
  addTeardown(server, parts);
  addDigest(server);
  addBrief(server, parts);
}

function addTeardown(server: McpServer, { call: byName, report }: PromptParts): void {
  const call = typedCall(byName);
  const { companyName } = getShape(contract.companies.follow);
  server.registerPrompt(
    'competitor_teardown',
    {
      title: 'Competitor teardown',
      description: 'What a competitor advertises, how, to whom, and what to learn from it.',
      argsSchema: z.object({
        companyName: completable(companyName.describe('Approximate.'), (part) =>
          withProtocolErrors(report, () => namesLike(call, part)),
        ),
      }),
    },
    ({ companyName: company }) =>
      userMessage(`Analyze the advertising of ${JSON.stringify(company)}.
1. find_advertiser for the stored name; if several match, say which you chose and why.
2. brand_overview, then brand_details for hooks, tags, copies, landingPages and launches of the last three months.
3. get_ad for the three ads that run longest or score best.
4. brand_details similar, and compare_brands with the two most similar.
Write: positioning and audience; offers and angles, quoting their best copy; formats and tempo; landing pages; what distinguishes the brand from the others; five tests worth running against it. ${guidance}`),
  );
}

function addDigest(server: McpServer): void {
  server.registerPrompt(
    'weekly_digest',
    {
      title: 'Weekly digest',
      description: 'What the followed companies did in the last seven days.',
    },
    () =>
      userMessage(`Write the weekly digest of the companies I follow.
1. whats_new for the companies and notifications. If I follow none, explain how to follow one, and stop.
2. brand_details changes for each company with new ads, ten at most.
3. get_ad for the two or three most important launches.
Write one page: the three most important findings first; then each company in a few lines (launched, stopped, new offers, texts and landing pages); then companies without changes. ${guidance}`),
  );
}

function addBrief(server: McpServer, { call: byName, report }: PromptParts): void {
  const call = typedCall(byName);
  const boardNames = async (part: string): Promise<string[]> =>
    matching((await call('boards.list', {})).map(getName), part);
  const productNames = async (part: string): Promise<string[]> => {
    const products = await call('cloneProducts.list', {});
    return matching(
      products.map(({ name }) => quoted(name, 120)),
      part,
    );
  };
  server.registerPrompt(
    'brief_from_board',
    {
      title: 'Creative brief from a board',
      description: 'A brief for new ads from the ads on a board and their notes.',
      argsSchema: z.object({
        board: completable(z.string().describe('Its id or name.'), (part) =>
          withProtocolErrors(report, () => boardNames(part)),
        ),
        product: completable(z.string(), (part) => withProtocolErrors(report, () => productNames(part)))
          .optional()
          .describe('What the new ads are for.'),
      }),
    },
    ({ board: wanted, product }) =>
      withProtocolErrors(report, async () => {
        const board = await findBoard(call, wanted);
        return userMessage(`Write a creative brief ${product === undefined ? '' : `for ${JSON.stringify(product)} `}from my board ${JSON.stringify(getName(board))} (id ${board.id}, ${board.adCount} ads).
1. saved_ads with boardId ${board.id}, page by page up to fifty ads; the notes explain why each was saved.
2. get_ad for the five that the notes praise or that score best.
Write: what these ads have in common; hooks, offers and proofs, each with an example; formats and lengths; what to avoid; three new concepts with hook, body and call to action. Imitate the structure, never the words. ${guidance}`);
      }),
  );
}

function matching(names: readonly string[], part: string): string[] {
  return names.filter((name) => name.toLowerCase().includes(part.toLowerCase()));
}

function userMessage(text: string): GetPromptResult {
  return { messages: [{ role: 'user', content: { type: 'text', text } }] };
}
