import { contract } from '@magpie/contract';
import { completable, type GetPromptResult, type McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { boardMeant, nameOf } from './boards.ts';
import { typed } from './calling.ts';
import { quoted } from './quoting.ts';
import { namesLike, told } from './resources.ts';
import type { McpParts } from './server.ts';
import { shapeOf } from './shapes.ts';

const careful =
  'Say what is measured and what you conclude, name ads by their hash, and keep to what the tools answered.';

type PromptParts = Pick<McpParts, 'call' | 'report'>;

/** The usual jobs, in words that lead an agent through the tools. */
export function addPrompts(server: McpServer, parts: PromptParts): void {
  addTeardown(server, parts);
  addDigest(server);
  addBrief(server, parts);
}

function addTeardown(server: McpServer, { call: byName, report }: PromptParts): void {
  const call = typed(byName);
  const { companyName } = shapeOf(contract.companies.follow);
  server.registerPrompt(
    'competitor_teardown',
    {
      title: 'Competitor teardown',
      description: 'What a competitor advertises, how, to whom, and what to learn from it.',
      argsSchema: z.object({
        companyName: completable(companyName.describe('Roughly is enough.'), (part) =>
          told(report, () => namesLike(call, part)),
        ),
      }),
    },
    ({ companyName: company }) =>
      asked(`Take the advertising of ${JSON.stringify(company)} apart.
1. find_advertiser for the stored name; if several fit, say which you took and why.
2. brand_overview, then brand_details for hooks, tags, copies, landingPages and launches of the last three months.
3. get_ad for the three ads that run longest or score best.
4. brand_details similar, and compare_brands with the two nearest.
Write: positioning and audience; offers and angles, with their best copy word for word; formats and tempo; where the ads lead; what sets the brand apart from the others; five tests worth running against it. ${careful}`),
  );
}

function addDigest(server: McpServer): void {
  server.registerPrompt(
    'weekly_digest',
    {
      title: 'Weekly digest',
      description: 'What the companies that are followed did in the last seven days.',
    },
    () =>
      asked(`Write the weekly digest of the companies that I follow.
1. whats_new for the companies and notifications. If none is followed, say how to follow one, and stop.
2. brand_details changes for each company with new ads, ten at most.
3. get_ad for the two or three launches that say most.
Write one page: the three things to know first; then each company in a few lines (launched, stopped, new offers, texts and landing pages); then who was quiet. ${careful}`),
  );
}

function addBrief(server: McpServer, { call: byName, report }: PromptParts): void {
  const call = typed(byName);
  const boardNames = async (part: string): Promise<string[]> =>
    (await call('boards.list', {}))
      .map(nameOf)
      .filter((name) => name.toLowerCase().includes(part.toLowerCase()));

  const productNames = async (part: string): Promise<string[]> =>
    (await call('cloneProducts.list', {}))
      .map(({ name }) => quoted(name, 120))
      .filter((name) => name.toLowerCase().includes(part.toLowerCase()));

  server.registerPrompt(
    'brief_from_board',
    {
      title: 'Creative brief from a board',
      description: 'A brief for new ads from the ads on a board and their notes.',
      argsSchema: z.object({
        board: completable(z.string().describe('Its id or name.'), (part) =>
          told(report, () => boardNames(part)),
        ),
        product: completable(z.string(), (part) => told(report, () => productNames(part)))
          .optional()
          .describe('What the new ads are for.'),
      }),
    },
    ({ board: meant, product }) =>
      told(report, async () => {
        const board = await boardMeant(call, meant);
        return asked(`Write a creative brief ${product === undefined ? '' : `for ${JSON.stringify(product)} `}from my board ${JSON.stringify(nameOf(board))} (id ${board.id}, ${board.adCount} ads).
1. saved_ads with boardId ${board.id}, page by page up to fifty ads; the notes say why each was saved.
2. get_ad for the five that the notes praise or that score best.
Write: what these ads have in common; hooks, offers and proofs, each with an example; formats and lengths; what to avoid; three concepts of our own with hook, body and call to action. Imitate the structure, never the words. ${careful}`);
      }),
  );
}

function asked(text: string): GetPromptResult {
  return { messages: [{ role: 'user', content: { type: 'text', text } }] };
}
