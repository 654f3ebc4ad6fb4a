import fc from 'fast-check';
import { expect, it } from 'vitest';
import { keepCopy } from './copy.ts';

const bodies = (...texts: string[]) => keepCopy({ bodies: texts }).bodies;

it.each([
  "This content was removed because it didn't follow our Advertising Standards.",
  'This ad ran without a required disclaimer.',
  'This ad was run by an account or Page we later disabled for not following our Advertising Standards.',
  'This ad is not active for some audiences because it did not meet certain requirements.',
  'Dieser Inhalt wurde entfernt, weil er nicht unseren Werbestandards entsprach.',
  'Ce contenu a été supprimé car il ne respectait pas nos Standards publicitaires.',
  'Este contenido se eliminó porque no cumplía nuestras normas.',
  'Este conteúdo foi removido porque não seguia os nossos padrões.',
  'Questo contenuto è stato rimosso perché non rispettava i nostri standard.',
  'Deze content is verwijderd omdat deze niet voldeed aan onze standaarden.',
  'Ta treść została usunięta, ponieważ była niezgodna z zasadami.',
  '{{product.name}}',
  '{{product.brand}} – {{product.price}}',
  'Visit us at {{page.location.street_address}}, open daily',
  'Advertiser name or keyword',
  'See summary details',
])('is not copy: %s', (text) => {
  expect(bodies(text, 'Buy anvils')).toEqual(['Buy anvils']);
  const card = { headline: text, body: text, description: text };
  expect(keepCopy({ headlines: [text], description: text, cards: [card] })).toMatchObject({
    headlines: [],
    description: null,
    cards: [{ headline: null, body: null, description: null }],
  });
});

it.each([
  'Use {curly} brackets',
  'This content was removed because it is new again. '.repeat(20),
  'Sponsored runs for every school',
])('is copy: %s', (text) => {
  expect(bodies(text)).toEqual([text]);
});

it('leaves everything else of an ad as it is', () => {
  expect.hasAssertions();
  fc.assert(
    fc.property(fc.record({ advertiser: fc.record({ name: fc.string() }), ctaText: fc.string() }), (rest) => {
      expect(keepCopy({ bodies: ['Buy anvils'], ...rest })).toMatchObject({
        bodies: ['Buy anvils'],
        ...rest,
      });
    }),
  );
});
