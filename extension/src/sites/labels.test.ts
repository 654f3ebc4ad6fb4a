import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readLabels } from './labels.ts';

const label = fc.constantFrom(
  ['advertiser', 'Advertiser'],
  ['advertiser', 'NOM DE L’ANNONCEUR'],
  ['id', 'Anzeigen-ID'],
  ['payer', 'Pagato da'],
  ['firstShown', 'Première diffusion'],
  ['end', 'End date'],
);
const value = fc.stringMatching(/^[A-Z][a-z]{2,8} \d{3}$/);
const entry = fc.record({ label, value, isInLine: fc.boolean() });

it('reads the first value of each label, in its line or the next one, and leaves all other lines', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(entry, value), { maxLength: 12 }), (parts) => {
      const expected = new Map<string, string>();
      const others: string[] = [];
      const lines = parts.flatMap((part) => {
        if (typeof part === 'string') {
          others.push(part);
          return [part];
        }
        const [name = '', written = ''] = part.label;
        if (!expected.has(name)) expected.set(name, part.value);
        return part.isInLine ? [`${written}: ${part.value}`] : [written, part.value];
      });
      expect(readLabels(lines)).toEqual({ values: expected, others });
    }),
  );
});

it('does not take a label for the value of another', () => {
  expect(readLabels(['Advertiser', 'Paid by', 'Fernbank', 'Impressions:'])).toEqual({
    values: new Map([['payer', 'Fernbank']]),
    others: [],
  });
});
