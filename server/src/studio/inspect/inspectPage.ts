import { MagpieError, sanitizeForMessage } from '@magpie/contract/errors';
import type { FetchResponse } from '../../integrations/safeFetch/safeFetch.ts';
import { decodePage, attribute, type PageElement, plainText, readHtml } from './html.ts';
import { type Claims, readFacts, type PageFacts, type PageSubject } from './claims.ts';
import { type AllClaims, type WebsiteFinding, buildFinding } from './findings.ts';
import {
  readOpenGraphClaims,
  type Metas,
  metasIn,
  describesProduct,
  readOpenGraphSiteClaims,
  readHtmlClaims,
  type HtmlClaims,
  readHtmlSiteClaims,
} from './plainHtml.ts';
import { readProductClaims, readSiteClaims, isArticle, findPageProduct } from './structured.ts';
import { type Thing, thingsInMicrodata, thingsInScripts } from './things.ts';

export type FetchedPage = Pick<FetchResponse, 'status' | 'address' | 'contentType' | 'bytes'>;

/** Product data of a page, or site data if there is no product; 422 if there is neither. */
export function inspectPage(fetched: FetchedPage): WebsiteFinding {
  assertHtmlPage(fetched);
  const elements = readHtml(decodePage(fetched.bytes, fetched.contentType));
  const page = readPage(elements, fetched.address);
  const kind = detectKind(page);
  if (kind === 'article') throw nothingFound(page, fetched, 'it is an article');
  if (kind === 'login') throw nothingFound(page, fetched, 'it requires signing in');
  const finding = buildFinding(kind === 'site' ? siteClaims(page) : productClaims(page), page.facts, kind);
  if (!isUsable(page, kind, finding))
    throw nothingFound(page, fetched, isListing(page) ? 'it lists several' : 'it names none');
  return finding;
}

export type InspectionOutcome =
  | { readonly finding: WebsiteFinding }
  | { readonly refusal: Pick<MagpieError, 'code' | 'message' | 'details'> };

/** Runs in the thread. Any other error rejects the request. */
export default function inspectInThread(page: FetchedPage): InspectionOutcome {
  try {
    // Buffers arrive as Uint8Array.
    return { finding: inspectPage({ ...page, bytes: Buffer.from(page.bytes) }) };
  } catch (error) {
    if (!(error instanceof MagpieError)) throw error;
    const { code, message, details } = error;
    return { refusal: { code, message, details } };
  }
}

function assertHtmlPage({ status, contentType, address, bytes }: FetchedPage): void {
  const type = contentType === null ? null : sanitizeForMessage(contentType, 100);
  const found = { url: address, status, contentType: type, bytes: bytes.length };
  const { host } = new URL(address);
  if (status < 200 || status > 299) {
    throw new MagpieError(
      'UNPROCESSABLE_CONTENT',
      `The host ${sanitizeForMessage(host, 100)} responded with status ${status} instead of a page.`,
      { found },
    );
  }
  if (type !== null && !/^\s*(?:text\/html|application\/xhtml\+xml)/i.test(type)) {
    throw new MagpieError(
      'UNPROCESSABLE_CONTENT',
      `The URL returns content of type ${type}; enter the URL of an HTML page.`,
      { found },
    );
  }
}

interface Page {
  readonly elements: readonly PageElement[];
  readonly facts: PageFacts;
  readonly metas: Metas;
  readonly seen: HtmlClaims;
  readonly jsonLd: StructuredData;
  readonly microdata: StructuredData;
}

interface StructuredData {
  readonly things: readonly Thing[];
  readonly product: Thing | 'listing' | null;
}

function readPage(elements: readonly PageElement[], address: string): Page {
  const facts = readFacts(elements, address);
  const metas = metasIn(elements);
  const described = (things: readonly Thing[]): StructuredData => ({
    things,
    product: findPageProduct(things, facts),
  });
  return {
    elements,
    facts,
    metas,
    seen: readHtmlClaims(elements, metas, facts),
    jsonLd: described(thingsInScripts(elements)),
    microdata: described(thingsInMicrodata(elements)),
  };
}

type Kind = PageSubject | 'article' | 'login';

const isMarkedListing = ({ jsonLd, microdata }: Page): boolean =>
  [jsonLd.product, microdata.product].includes('listing');
const isListing = (page: Page): boolean => isMarkedListing(page) || page.seen.isListing;

const hasStructuredProduct = ({ jsonLd, microdata }: Page): boolean =>
  [jsonLd.product, microdata.product].some((product) => product !== null && product !== 'listing');

function detectKind(page: Page): Kind {
  const { elements, facts, metas, jsonLd, microdata, seen } = page;
  if (hasStructuredProduct(page)) return 'product';
  if (isMarkedListing(page)) return 'site';
  if (describesProduct(metas)) return 'product';
  const isWritten =
    metas.has('article:published_time') || [...jsonLd.things, ...microdata.things].some(isArticle);
  if (isWritten) return 'article';
  if (seen.isPriced) return 'product';
  if (seen.isListing || isHomePage(facts)) return 'site';
  return elements.some((element) => attribute(element, 'type')?.toLowerCase() === 'password')
    ? 'login'
    : 'page';
}

/** Also language roots such as `/en` and `/de-at/`. */
function isHomePage({ address }: PageFacts): boolean {
  return /^\/(?:[a-z]{2}(?:[-_][a-z]{2})?\/?)?$/i.test(new URL(address).pathname);
}

function productClaims({ facts, metas, seen, jsonLd, microdata }: Page): AllClaims {
  return {
    'json-ld': structuredClaims(jsonLd, facts),
    microdata: structuredClaims(microdata, facts),
    'open-graph': readOpenGraphClaims(metas, facts),
    html: seen,
  };
}

/** Product data; brand and logo fall back to the site's. */
function structuredClaims({ things, product }: StructuredData, facts: PageFacts): Claims {
  const site = readSiteClaims(things);
  const own = product === null || product === 'listing' ? {} : readProductClaims(product, facts);
  const both = (field: 'brandName' | 'logoUrl'): readonly string[] => [
    ...(own[field] ?? []),
    ...(site[field] ?? []),
  ];
  return { ...own, brandName: both('brandName'), logoUrl: both('logoUrl') };
}

function siteClaims({ elements, facts, metas, jsonLd, microdata }: Page): AllClaims {
  return {
    'json-ld': readSiteClaims(jsonLd.things),
    microdata: readSiteClaims(microdata.things),
    'open-graph': readOpenGraphSiteClaims(metas),
    html: readHtmlSiteClaims(elements, metas, facts),
  };
}

/** A product in structured data is enough; other pages also need a description or more. */
function isUsable(page: Page, kind: Kind, finding: WebsiteFinding): boolean {
  const { name, description, price, images, sellingPoints, brandName, logoUrl } = finding;
  if (name === null || errorPageNames.test(name)) return false;
  if (hasStructuredProduct(page)) return true;
  const isShown = images.length > 0 || sellingPoints.length > 0;
  if (kind === 'product') return description !== null || price !== null || isShown;
  // The title of a listing is not the name of the site.
  if (isListing(page) && brandName === null) return false;
  if (description !== null || kind === 'page') return description !== null;
  return [brandName, logoUrl].filter((text) => text !== null).length + Number(isShown) >= 2;
}

const errorPageNames =
  /^(?:\d{3}\b|page not found|not found|access denied|just a moment|attention required|are you (?:a )?(?:human|robot)|robot check|captcha|forbidden|sign in|log ?in|anmelden|checking your browser|please wait|error\b|coming soon|opening soon)/i;

function nothingFound(
  { facts, metas }: Page,
  { status, contentType, address }: FetchedPage,
  reason: string,
): MagpieError {
  const first = (name: string): string | undefined => metas.get(name)?.[0];
  const known = {
    title: facts.title,
    heading: facts.headings[0],
    description: first('og:description') ?? first('description'),
    siteName: first('og:site_name'),
  };
  const texts = Object.entries(known).flatMap(([name, text]) => {
    const plain = plainText(text ?? '', 500);
    return plain === '' ? [] : [[name, plain]];
  });
  return new MagpieError(
    'UNPROCESSABLE_CONTENT',
    `No product found on the page: ${reason}. Enter the URL of a product page or a shop.`,
    { found: { url: address, status, contentType, ...Object.fromEntries(texts) } },
  );
}
