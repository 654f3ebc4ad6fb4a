import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ruleEvents } from '@magpie/contract';
import type { AdChange } from '../ads/adChanges.ts';
import { RuleIndex } from './ruleIndex.ts';
import { toConditions, fires } from './ruleMatch.ts';

const day = '2026-06-30';
const words = ['sale', 'free', 'shipping', '送料', '料', 'new'];
const pages = [null, 'a.example', 'b.example'];

const state = fc.record({
  platforms: fc.subarray(['facebook', 'tiktok']),
  searchText: fc.array(fc.constantFrom(...words, '|'), { maxLength: 4 }).map((each) => ` ${each.join(' ')} `),
  startDay: fc.constantFrom('2026-06-29', '2026-01-01'),
  reach: fc.constantFrom(null, 0, 10, 11, 500),
  landingPage: fc.constantFrom(...pages),
});

const happening: fc.Arbitrary<AdChange> = fc
  .record({
    hash: fc.constant('0'.repeat(32)),
    advertiserId: fc.nat(2),
    advertiserName: fc.constant('Acme'),
    kind: fc.constantFrom('launched', 'changed', 'stopped', 'revived'),
    at: fc.constantFrom('2026-06-30T00:00:00.000Z', '2026-01-01T00:00:00.000Z'),
    before: state,
    after: state,
    isDated: fc.boolean(),
    pageFirstDay: fc.constantFrom(null, '2026-06-29', '2026-01-01'),
  })
  .map((each) => Object.assign(each, { before: each.kind === 'launched' ? null : each.before }));

const rule = fc.record({
  advertiserIds: fc.oneof(fc.constant(null), fc.uniqueArray(fc.nat(2))),
  rule: fc
    .record({
      event: fc.constantFrom(...ruleEvents),
      platforms: fc.subarray(['facebook' as const, 'tiktok' as const]),
      keywords: fc.array(fc.constantFrom(...words, '-new', 'free shipping', '"free shipping"'), {
        maxLength: 2,
      }),
      threshold: fc.constantFrom(null, 0, 10, 100),
    })
    .map(toConditions),
});

it('finds exactly the rules that fire, each once', () => {
  fc.assert(
    fc.property(
      fc.array(rule, { maxLength: 12 }),
      fc.array(happening, { maxLength: 8 }),
      (filed, happened) => {
        const index = new RuleIndex(filed);
        for (const each of happened) {
          const due = filed
            .filter(({ advertiserIds }) => advertiserIds?.includes(each.advertiserId) ?? true)
            .map((one) => one.rule)
            .filter((one) => fires(one, each, day));
          const found = index.firing(each, day);
          expect(found).toHaveLength(due.length);
          expect(new Set(found)).toEqual(new Set(due));
        }
      },
    ),
    { numRuns: 300 },
  );
});
