import { textLimits } from '@magpie/contract/limits';
import type { OpenAdInput } from '@magpie/contract';
import { readText } from '@magpie/sources/mapping/fields';
import { type Source, Unmappable } from '@magpie/sources/source';
import { capturedAdOf } from './capturedAd.ts';
import type { Card } from './cards.ts';
import { creativeCenter } from './creativeCenter.ts';
import { documentsIn, rowsIn } from './documents.ts';
import { google } from './google.ts';
import { linkedin } from './linkedin.ts';
import { mergeAds } from './merged.ts';
import { meta } from './meta.ts';
import type { SiteRules } from './siteRules.ts';
import { tiktokLibrary } from './tiktokLibrary.ts';
import type { PageReader, PageAd, Site } from './types.ts';

const rulesOf: Readonly<Record<Site['name'], SiteRules>> = {
  meta,
  'tiktok-library': tiktokLibrary,
  'tiktok-creative-center': creativeCenter,
  linkedin,
  google,
};

/** More ads than anybody scrolls through; the oldest are dropped first. */
const maxRows = 5000;
const unknownAdvertiser = 'Unknown advertiser';
const maxNameLength = textLimits.companyName;

const noRows: readonly object[] = [];

/** The cached result for a card, with its inputs. */
interface Reading {
  readonly id: string;
  readonly rows: readonly object[];
  readonly pageAd: PageAd;
}

export function createPageReader(site: Site): PageReader {
  const rules = rulesOf[site.name];
  const rows = new Map<string, readonly object[]>();
  const readings = new WeakMap<HTMLElement, Reading>();
  const readingOf = (card: Card): PageAd | null => {
    const cardRows = rows.get(card.id) ?? noRows;
    const known = readings.get(card.element);
    if (known?.id === card.id && known.rows === cardRows) return known.pageAd;
    const pageAd = readAd(rules, card, cardRows);
    if (pageAd !== null) readings.set(card.element, { id: card.id, rows: cardRows, pageAd });
    return pageAd;
  };
  return {
    addPayload(payload) {
      for (const document of documentsIn(payload)) {
        for (const row of rowsIn(document, (value) => rules.idOfRow(value) !== null)) {
          addRow(rows, rules.idOfRow(row) ?? '', row);
        }
      }
    },
    readAds(document) {
      return rules.cards(document, rows).flatMap((card) => readingOf(card) ?? []);
    },
    forget: (card) => void readings.delete(card),
  };
}

/** A list and a detail page each have fields that the other lacks. */
const maxRowsOfAd = 3;

function addRow(rows: Map<string, readonly object[]>, id: string, row: object): void {
  const known = rows.get(id) ?? [];
  rows.delete(id);
  rows.set(id, [...known, row].slice(-maxRowsOfAd));
  const [oldest] = rows.keys();
  if (rows.size > maxRows && oldest !== undefined) rows.delete(oldest);
}

/**
 * Uses the page's data if it names the advertiser. Otherwise the name and missing fields come from the card. If neither
 * names the advertiser, the user must.
 */
function readAd(rules: SiteRules, card: Card, rows: readonly object[]): PageAd | null {
  const { source } = rules;
  const toPageAd = (open: OpenAdInput, readFrom: PageAd['readFrom'], isNamed = true): PageAd => {
    const ad = capturedAdOf(open, rules.platform);
    return { key: open.key ?? card.id, element: card.element, ad, readFrom, isNamed };
  };
  const fromData = adOf(source, rows);
  if (fromData !== null) return toPageAd(fromData, 'data');
  const row = rules.rowOfCard(card);
  const shownName = readText(row[rules.nameField], maxNameLength);
  const name = shownName ?? unknownAdvertiser;
  const shown = mapped(source, { ...row, [rules.nameField]: name });
  const namedData = adOf(
    source,
    rows.map((one) => rules.named?.(one, name) ?? { ...one, [rules.nameField]: name }),
  );
  const open = shown && namedData ? mergeAds(shown, namedData) : (namedData ?? shown);
  return open && toPageAd(open, namedData === null ? 'page' : 'data', shownName !== null);
}

function adOf(source: Source, rows: readonly object[]): OpenAdInput | null {
  const ads = rows.map((row) => mapped(source, row)).filter((ad) => ad !== null);
  return ads.reduce<OpenAdInput | null>(
    (older, newer) => (older === null ? newer : mergeAds(older, newer)),
    null,
  );
}

/** `null` if the row is not an ad. An ad's status depends on the capture date, which is today. */
function mapped(source: Source, row: object): OpenAdInput | null {
  try {
    return source.toAd({ ...row, capturedAt: new Date().toISOString() });
  } catch (error) {
    if (error instanceof Unmappable) return null;
    throw error;
  }
}
