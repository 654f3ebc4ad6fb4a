import { contract } from '@magpie/contract';
import { expect, it } from 'vitest';
import { brandDetails } from './brandDetails.ts';

it('returns as many new texts as the limit, and five by default', async () => {
  const at = '2026-01-05';
  const turns = { total: 0, ads: [] };
  const none = { total: 0, entries: [] };
  const nothing = { added: none, dropped: none };
  const entries = Array.from({ length: 30 }, (_, index) => ({ headline: `H${index}`, at, adCount: 1 }));
  const changes = contract.brandSpy.getChanges.output.parse({
    companyName: 'Acme',
    from: at,
    to: at,
    launched: { ...turns, evidence: { kind: 'estimated', ads: 1, publishedStarts: 0 } },
    stopped: turns,
    revived: turns,
    copies: nothing,
    landingPages: nothing,
    headlines: { added: { total: 30, entries }, dropped: none },
  });
  const run = (more: object) =>
    brandDetails.run(async () => changes, { companyName: 'Acme', what: 'changes', ...more });
  const lengthOf = (length: number) => ({ newHeadlines: { total: 30, entries: { length } } });
  expect(await run({})).toMatchObject(lengthOf(5));
  expect(await run({ limit: 20 })).toMatchObject(lengthOf(20));
});
