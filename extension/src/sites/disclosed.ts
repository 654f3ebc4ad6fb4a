import type { RowSource } from '@magpie/sources/mapping/disclosedRow';
import { datesIn, orderIn } from '@magpie/sources/table/tableDates';
import * as dom from './dom.ts';
import { readLabels } from './labels.ts';
import type { AdOrigin, SiteRules } from './types.ts';

/**
 * Libraries that publish what the Digital Services Act requires, with pages whose markup is not known. Only an ad with an
 * id is read: from the page's data, if it has the form of the importer, else from labels, headings, links and pictures.
 */

/** What a card shows. */
interface ShownAd {
  readonly id: string;
  readonly advertiser: string | undefined;
  readonly payer: string | undefined;
  readonly headline: string | null;
  readonly body: string | undefined;
  readonly landingPage: string | undefined;
  readonly images: readonly (string | null)[];
  readonly videos: readonly (string | null)[];
  readonly firstShown: string | null;
  readonly lastShown: string | null;
  readonly end: string | null;
  readonly impressions: string | undefined;
  readonly countries: string | undefined;
}

interface DisclosedSite {
  readonly source: RowSource;
  readonly library: NonNullable<AdOrigin['library']>;
  /** Matches an id. */
  readonly idPattern: RegExp;
  /** The id in a link to an ad. */
  readIdInLink(url: URL): string | undefined;
  /** Attributes whose value is the id of an ad. */
  readonly idAttributes: readonly string[];
  /** Whether a link leads to what the ad promotes. */
  isLandingPage(url: URL): boolean;
  /** A record that the importer reads. */
  toRecord(shown: ShownAd): Record<string, unknown>;
  /** The advertiser in that record. */
  readonly nameField: string;
}

/** Of libraries that do not say which form their ids have. */
export const anyId = /^(?=.*\d)[\w.:-]{6,200}$/;

export function readIdParameter({ searchParams }: URL): string | undefined {
  const values = ['adId', 'ad_id'].map((name) => searchParams.get(name) ?? '');
  return values.find((value) => anyId.test(value));
}

export function createDisclosedRules(site: DisclosedSite): SiteRules {
  const { source, library, nameField } = site;
  return {
    source,
    origin: { library },
    getRowId: (value) => source.locate(value)?.id ?? null,
    cards(document, rows) {
      const anchors = [
        ...dom.findAdLinks(document, (url) => site.readIdInLink(url)),
        ...findIdAttributes(document, site),
        ...findLabelledIds(document, site),
        ...dom.findPictured(document, listPictures(source, rows)),
      ];
      return dom.findAdCards(anchors, { isWhole });
    },
    readRow: (card) => site.toRecord(readCard(card, site)),
    nameField,
  };
}

function* listPictures(
  source: RowSource,
  rows: ReadonlyMap<string, readonly object[]>,
): Generator<readonly [string, string]> {
  for (const [id, versions] of rows)
    for (const row of versions) for (const image of source.locate(row)?.images ?? []) yield [image, id];
}

function findIdAttributes(document: Document, { idAttributes, idPattern }: DisclosedSite): dom.Anchor[] {
  return idAttributes.flatMap((name) =>
    [...document.body.querySelectorAll(`[${name}]`)].flatMap((element) => {
      const id = element.getAttribute(name) ?? '';
      return idPattern.test(id) ? [{ id, element }] : [];
    }),
  );
}

const maxSteps = 3;

/** `Ad ID: ad-4711`; the id may be in an element after its label. */
function* findLabelledIds(document: Document, { idPattern }: DisclosedSite): Generator<dom.Anchor> {
  const texts = document.createTreeWalker(document.body, 4);
  for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
    const written = text.nodeValue ?? '';
    if (written.length > 300 || !/(?<!\p{L})id(?!\p{L})/iu.test(written)) continue;
    let around = text.parentElement;
    for (let step = 0; around !== null && step < maxSteps; step += 1, around = around.parentElement) {
      const id = readLabels(dom.readTextLines(around)).values.get('id');
      if (id === undefined) continue;
      if (idPattern.test(id)) yield { id, element: around };
      break;
    }
  }
}

function isWhole(element: Element): boolean {
  return element.querySelector('img, video') !== null && dom.readTextLines(element).length > 1;
}

function readCard({ id, element }: dom.Card, site: DisclosedSite): ShownAd {
  const buttons = new Set(
    [...element.querySelectorAll('button, [role="button"]')].flatMap(dom.readTextLines),
  );
  const lines = dom.readTextLines(element).filter((line) => !buttons.has(line));
  const { values, others } = readLabels(lines);
  const link = dom.findLinks(element).find(({ url }) => site.isLandingPage(url));
  const heading = dom.findText(element, 'h1, h2, h3, h4, [role="heading"]');
  const linked = link === undefined ? null : (dom.readTextLines(link.element)[0] ?? null);
  const headline = [heading, linked].find((text) => text !== null && others.includes(text)) ?? null;
  const order = orderIn([...values.values()]);
  const day = (label: 'firstShown' | 'lastShown' | 'end'): string | null =>
    datesIn(values.get(label) ?? '', order).start;
  return {
    id,
    advertiser: values.get('advertiser') ?? values.get('payer'),
    payer: values.get('payer'),
    headline,
    body: readBody(others.filter((line) => line !== headline)),
    landingPage: link?.url.href,
    images: dom.findImages(element).map(({ url }) => url),
    videos: dom.findVideos(element).map(({ url }) => url),
    firstShown: day('firstShown'),
    lastShown: day('lastShown'),
    end: day('end'),
    impressions: values.get('impressions'),
    countries: values.get('countries'),
  };
}

/** The longest text of at least four words: the others may belong to the page. */
function readBody(lines: readonly string[]): string | undefined {
  const sentences = lines.filter((line) => line.split(' ').length >= 4 && datesIn(line, null).start === null);
  return sentences.toSorted((one, other) => other.length - one.length)[0];
}
