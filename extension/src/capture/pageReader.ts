import type { OpenAdInput } from '@magpie/contract';
import { type Source, Unmappable } from '@magpie/server/ingestion/source';
import { capturedAdOf } from './capturedAd.ts';
import type { Card } from './cards.ts';
import { creativeCenter } from './creativeCenter.ts';
import { documentsIn, rowsIn } from './documents.ts';
import { google } from './google.ts';
import { linkedin } from './linkedin.ts';
import { merged } from './merged.ts';
import { meta } from './meta.ts';
import type { SiteRules } from './siteRules.ts';
import { tiktokLibrary } from './tiktokLibrary.ts';
import type { PageReader, SeenAd, Site } from './types.ts';

const rulesOf: Readonly<Record<Site['name'], SiteRules>> = {
  meta,
  'tiktok-library': tiktokLibrary,
  'tiktok-creative-center': creativeCenter,
  linkedin,
  google,
};

/** More ads than anybody scrolls through; the oldest are forgotten first. */
const mostRows = 5000;
const unknownAdvertiser = 'Unknown advertiser';

export function createPageReader(site: Site): PageReader {
  const rules = rulesOf[site.name];
  const rows = new Map<string, readonly object[]>();
  return {
    take(payload) {
      for (const document of documentsIn(payload)) {
        for (const row of rowsIn(document, (value) => rules.idOfRow(value) !== null)) {
          keep(rows, rules.idOfRow(row) ?? '', row);
        }
      }
    },
    seenAds(document) {
      const cards = rules.cards(document, rows);
      return cards.flatMap((card) => seenAd(rules, card, rows.get(card.id) ?? []) ?? []);
    },
  };
}

/** A list and the page of one ad each tell what the other does not. */
const mostRowsOfAd = 3;

function keep(rows: Map<string, readonly object[]>, id: string, row: object): void {
  const known = rows.get(id) ?? [];
  rows.delete(id);
  rows.set(id, [...known, row].slice(-mostRowsOfAd));
  const [oldest] = rows.keys();
  if (rows.size > mostRows && oldest !== undefined) rows.delete(oldest);
}

/** The page's data first, what it shows second; only when neither names the advertiser is the person asked. */
function seenAd(rules: SiteRules, card: Card, rows: readonly object[]): SeenAd | null {
  const unnamed = (row: object): object => ({ ...row, [rules.nameField]: unknownAdvertiser });
  const readings = [
    { readFrom: 'data', isNamed: true, rows: () => rows },
    { readFrom: 'page', isNamed: true, rows: () => [rules.rowOfCard(card)] },
    { readFrom: 'data', isNamed: false, rows: () => rows.map(unnamed) },
    { readFrom: 'page', isNamed: false, rows: () => [unnamed(rules.rowOfCard(card))] },
  ] as const;
  for (const { readFrom, isNamed, rows: read } of readings) {
    const open = adOf(rules.source, read());
    if (open === null) continue;
    const ad = capturedAdOf(open, rules.platform);
    return { key: open.key ?? card.id, element: card.element, ad, readFrom, isNamed };
  }
  return null;
}

function adOf(source: Source, rows: readonly object[]): OpenAdInput | null {
  const ads = rows.map((row) => mapped(source, row)).filter((ad) => ad !== null);
  return ads.reduce<OpenAdInput | null>(
    (older, newer) => (older === null ? newer : merged(older, newer)),
    null,
  );
}

/** `null` for what is no ad. Whether an ad runs is told by the day on which it was looked at, which is today. */
function mapped(source: Source, row: object): OpenAdInput | null {
  try {
    return source.toAd({ ...row, capturedAt: new Date().toISOString() });
  } catch (error) {
    if (error instanceof Unmappable) return null;
    throw error;
  }
}
