import { getPath } from '@magpie/sources/mapping/fields';
import { googleRpc, isDetail } from '@magpie/sources/google/googleRpc';
import * as dom from '../dom.ts';
import type { SiteRules } from '../types.ts';

/**
 * Google's Ads Transparency Center. Its ads for Search and other surfaces are saved as YouTube, the only Google platform
 * here, since a saved ad needs a platform.
 */
export const google: SiteRules = {
  source: googleRpc,
  origin: { platform: 'youtube' },
  getRowId(value) {
    const advertiser = getPath(value, '1');
    const creative = getPath(value, '2');
    const isRow = typeof advertiser === 'string' && /^AR\d/.test(advertiser);
    return isRow && typeof creative === 'string' && /^CR\d{1,40}$/.test(creative) ? creative : null;
  },
  cards(document) {
    const anchors = dom.findAdLinks(document, idIn);
    const page = dom.findPageCard(document, idIn, ['creative-details', 'creative-page', 'main']);
    return [...page, ...dom.findAdCards(anchors, { known: 'creative-preview', isWhole: hasText })];
  },
  readRow,
  nameField: '12',
  named: (row, name) => (isDetail(row) ? { ...row, '22': { '1': name } } : { ...row, '12': name }),
};

function idsIn({ pathname }: URL) {
  return /^\/advertiser\/(?<advertiser>AR\d{1,40})\/creative\/(?<creative>CR\d{1,40})(?:\/|$)/.exec(pathname)
    ?.groups;
}

function idIn(url: URL): string | undefined {
  return idsIn(url)?.['creative'];
}

function hasText(element: Element): boolean {
  return dom.readTextLines(element).length > 0;
}

function readRow({ id, element }: dom.Card): Record<string, unknown> {
  const document = element.ownerDocument;
  const addresses = [
    ...dom.findLinks(element).map(({ url }) => url),
    ...(URL.canParse(document.URL) ? [new URL(document.URL)] : []),
  ];
  const advertiser = addresses.map(idsIn).find((ids) => ids?.['creative'] === id)?.['advertiser'];
  const pictures = dom.findImages(element).map(({ element: picture }) => picture.outerHTML.slice(0, 9000));
  const isVideo = element.querySelector('video, iframe[src*="youtube"], img[src*="ytimg.com"]') !== null;
  return {
    '1': advertiser,
    '2': id,
    '3': { '3': { '2': pictures.slice(0, 2).join('') } },
    ...(isVideo ? { '4': 3 } : {}),
    '12': dom.findText(element, '[class*="advertiser-name" i]') ?? pageAdvertiser(document, advertiser),
  };
}

/** An advertiser's page shows the name once, above all ads. */
function pageAdvertiser(document: Document, advertiser: string | undefined): string | null {
  if (advertiser === undefined || !document.URL.includes(advertiser)) return null;
  return dom.findText(
    document.body,
    'advertiser-header [class*="name" i]',
    '[class*="advertiser-name" i]',
    'h1',
  );
}
