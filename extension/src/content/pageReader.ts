import { textLimits } from '@magpie/contract/limits';
import { isPlaceholderName } from '@magpie/contract/values/placeholderNames';
import type { OpenAdInput } from '@magpie/contract';
import { keepCopy } from '@magpie/sources/mapping/copy';
import { isObject, readString } from '@magpie/sources/mapping/fields';
import { type AdSource, Unmappable } from '@magpie/sources/source';
import { toCapturedAd } from './capturedAd.ts';
import type { Card } from '../sites/dom.ts';
import { creativeCenter } from '../sites/creativeCenter/read.ts';
import { parseDocuments, findRows } from './documents.ts';
import { amazon } from '../sites/amazon/read.ts';
import { google } from '../sites/google/read.ts';
import { linkedin } from '../sites/linkedin/read.ts';
import { meta } from '../sites/meta/read.ts';
import { pinterest } from '../sites/pinterest/read.ts';
import { temu } from '../sites/temu/read.ts';
import { tiktokLibrary } from '../sites/tiktokLibrary/read.ts';
import type { PageAd, Site, SiteRules } from '../sites/types.ts';

const rulesBySite: Readonly<Record<Site['name'], SiteRules>> = {
  meta,
  'tiktok-library': tiktokLibrary,
  'tiktok-creative-center': creativeCenter,
  linkedin,
  google,
  pinterest,
  amazon,
  temu,
};

/** More ads than anybody scrolls through; the oldest are dropped first. */
const maxRows = 5000;
/** Lets a row without a name be mapped; never saved. */
const unnamed = 'To be named';
const maxNameLength = textLimits.companyName;

const noRows: readonly object[] = [];

/** Reads one page of a site repeatedly as it changes. */
export function createAdReader(site: Site) {
  const rules = rulesBySite[site.name];
  const rows = new Map<string, readonly object[]>();
  /** The result for a card, with its inputs. */
  const readings = new WeakMap<HTMLElement, { id: string; rows: readonly object[]; pageAd: PageAd }>();
  const readCard = (card: Card): PageAd | null => {
    const cardRows = rows.get(card.id) ?? noRows;
    const known = readings.get(card.element);
    if (known?.id === card.id && known.rows === cardRows) return known.pageAd;
    const pageAd = readAd(rules, card, cardRows);
    if (pageAd !== null) readings.set(card.element, { id: card.id, rows: cardRows, pageAd });
    return pageAd;
  };
  return {
    /** Adds a document that the page loaded, as text or parsed JSON; unrelated ones are ignored. */
    addPayload(payload: unknown) {
      for (const document of parseDocuments(payload)) {
        for (const row of findRows(document, (value) => rules.getRowId(value) !== null)) {
          addRow(rows, rules.getRowId(row) ?? '', row);
        }
      }
    },
    /** An unchanged card is read again only after new data for it, or after `forget`. */
    readAds(document: Document) {
      return rules.cards(document, rows).flatMap((card) => readCard(card) ?? []);
    },
    forget: (card: HTMLElement) => void readings.delete(card),
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
  const toPageAd = (open: OpenAdInput, readFrom: PageAd['readFrom'], hasName = true): PageAd => {
    const captured = toCapturedAd(open, rules.origin);
    const isNamed = hasName && !isPlaceholderName(captured.companyName, 'field');
    const ad = isNamed ? captured : { ...captured, companyName: '' };
    return { key: open.key ?? card.id, element: card.element, ad, readFrom, isNamed };
  };
  const fromData = mergeRows(source, rows);
  if (fromData !== null) return toPageAd(fromData, 'data');
  const row = rules.readRow(card);
  const shown = readString(row[rules.nameField], maxNameLength);
  const shownName = shown === null || isPlaceholderName(shown, 'column') ? null : shown;
  const name = shownName ?? unnamed;
  const fromCard = mapRow(source, { ...row, [rules.nameField]: name });
  const namedData = mergeRows(
    source,
    rows.map((one) => rules.named?.(one, name) ?? { ...one, [rules.nameField]: name }),
  );
  const open = fromCard && namedData ? mergeAds(fromCard, namedData) : (namedData ?? fromCard);
  return open && toPageAd(open, namedData === null ? 'page' : 'data', shownName !== null);
}

function mergeRows(source: AdSource, rows: readonly object[]): OpenAdInput | null {
  const ads = rows.map((row) => mapRow(source, row)).filter((ad) => ad !== null);
  return ads.reduce<OpenAdInput | null>(
    (older, newer) => (older === null ? newer : mergeAds(older, newer)),
    null,
  );
}

/** `null` if the row is not an ad. An ad's status depends on the capture date, which is today. */
function mapRow(source: AdSource, row: object): OpenAdInput | null {
  try {
    return keepCopy(source.toAd({ ...row, capturedAt: new Date().toISOString() }));
  } catch (error) {
    if (error instanceof Unmappable) return null;
    throw error;
  }
}

/** Merges two versions of an ad: newer values win, but unknown ones do not overwrite older values. */
function mergeAds<Ad extends object>(older: Ad, newer: Ad): Ad {
  const all = { ...older } as Record<string, unknown>;
  for (const [name, value] of Object.entries(newer)) {
    const before = all[name];
    if (isObject(before) && isObject(value)) all[name] = mergeAds(before, value);
    else if (!isUnknown(value) || before === undefined) all[name] = value;
  }
  return all as Ad;
}

function isUnknown(value: unknown): boolean {
  return value === undefined || value === null || (Array.isArray(value) && value.length === 0);
}
