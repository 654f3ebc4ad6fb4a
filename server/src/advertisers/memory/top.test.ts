import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { selectPage } from './top.ts';

it('selects the page that sorting everything gives', () => {
  const inputs = fc.record({
    values: fc.array(fc.integer({ min: 0, max: 30 }), { maxLength: 400 }),
    limit: fc.integer({ min: 0, max: 60 }),
    offset: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 420 })),
  });
  fc.assert(
    fc.property(inputs, ({ values, limit, offset }) => {
      const compare = (one: number, other: number): number =>
        (values[other] ?? 0) - (values[one] ?? 0) || one - other;
      const sorted = [...values.keys()].toSorted(compare);
      expect(selectPage([...values.keys()], { limit, offset }, compare)).toEqual(
        sorted.slice(offset, offset + limit),
      );
    }),
    { numRuns: 500 },
  );
});

it('reads nothing twice for a short page of a long list', () => {
  let compared = 0;
  const items = Array.from({ length: 100_000 }, (_, index) => index);
  const page = selectPage(items, { limit: 20, offset: 0 }, (one, other) => {
    compared += 1;
    return one - other;
  });
  expect(page).toEqual(items.slice(0, 20));
  expect(compared).toBeLessThan(110_000);
});
