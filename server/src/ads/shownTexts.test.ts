import type { Card } from '@magpie/contract';
import { describe, expect, it } from 'vitest';
import { shownTexts } from './shownTexts.ts';

const card = (texts: Partial<Card>): Card => ({
  headline: null,
  body: null,
  description: null,
  ctaText: null,
  landingPageUrl: null,
  media: [],
  ...texts,
});

const none = { headlines: [], bodies: [], description: null, cards: [] };

describe('the texts of an ad', () => {
  it('are null or empty if it has none', () => {
    expect(shownTexts(none)).toEqual({
      headline: null,
      headlines: [],
      body: null,
      bodies: [],
      description: null,
    });
  });

  it('include distinct texts of its cards, after its own', () => {
    const cards = [
      card({ headline: 'Socks', body: 'Warm', description: 'Wool' }),
      card({ headline: 'Hats', body: 'Soft' }),
      card({ headline: 'Socks' }),
    ];
    expect(shownTexts({ ...none, headlines: ['Sale', 'Hats'], cards })).toEqual({
      headline: 'Sale',
      headlines: ['Sale', 'Hats', 'Socks'],
      body: 'Warm',
      bodies: ['Warm', 'Soft'],
      description: 'Wool',
    });
  });

  it('contain templates only if there is no other text', () => {
    const cards = [card({ headline: 'Socks', body: '{{product.brand}}', description: 'Wool' })];
    const templates = {
      headlines: ['{{product.name}}'],
      bodies: ['{{product.name}}'],
      description: '{{product.price}}',
    };
    expect(shownTexts({ ...templates, cards })).toEqual({
      headline: 'Socks',
      headlines: ['Socks'],
      body: '{{product.name}}',
      bodies: ['{{product.name}}', '{{product.brand}}'],
      description: 'Wool',
    });
  });

  it('are idempotent', () => {
    const cards = [card({ headline: 'Socks' }), card({ headline: '{{product.name}}' })];
    const once = shownTexts({ ...none, headlines: ['{{x}}', 'Sale'], cards });
    expect(shownTexts({ ...once, cards })).toEqual(once);
  });
});
