import type { OpenAdInput } from '@magpie/contract';
import { textOf } from '@magpie/server/ingestion/mapping/fields';
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
const longestName = 200;

const noRows: readonly object[] = [];

/** What was read of a card, and of what. */
interface Reading {
  readonly id: string;
  readonly rows: readonly object[];
  readonly seen: SeenAd;
}

export function createPageReader(site: Site): PageReader {
  const rules = rulesOf[site.name];
  const rows = new Map<string, readonly object[]>();
  const readings = new WeakMap<HTMLElement, Reading>();
  const readingOf = (card: Card): SeenAd | null => {
    const told = rows.get(card.id) ?? noRows;
    const known = readings.get(card.element);
    if (known?.id === card.id && known.rows === told) return known.seen;
    const seen = seenAd(rules, card, told);
    if (seen !== null) readings.set(card.element, { id: card.id, rows: told, seen });
    return seen;
  };
  return {
    take(payload) {
      for (const document of documentsIn(payload)) {
        for (const row of rowsIn(document, (value) => rules.idOfRow(value) !== null)) {
          keep(rows, rules.idOfRow(row) ?? '', row);
        }
      }
    },
    seenAds(document) {
      return rules.cards(document, rows).flatMap((card) => readingOf(card) ?? []);
    },
    forget: (card) => void readings.delete(card),
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

/**
 * The page's data where it tells who advertises. Else what the card shows goes with it: its name, and all that the data does
 * not know. Only when neither names the advertiser is the person asked.
 */
function seenAd(rules: SiteRules, card: Card, rows: readonly object[]): SeenAd | null {
  const { source } = rules;
  const seen = (open: OpenAdInput, readFrom: SeenAd['readFrom'], isNamed = true): SeenAd => {
    const ad = capturedAdOf(open, rules.platform);
    return { key: open.key ?? card.id, element: card.element, ad, readFrom, isNamed };
  };
  const told = adOf(source, rows);
  if (told !== null) return seen(told, 'data');
  const row = rules.rowOfCard(card);
  const shownName = textOf(row[rules.nameField], longestName);
  const name = shownName ?? unknownAdvertiser;
  const shown = mapped(source, { ...row, [rules.nameField]: name });
  const namedData = adOf(
    source,
    rows.map((one) => rules.named?.(one, name) ?? { ...one, [rules.nameField]: name }),
  );
  const open = shown && namedData ? merged(shown, namedData) : (namedData ?? shown);
  return open && seen(open, namedData === null ? 'page' : 'data', shownName !== null);
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
