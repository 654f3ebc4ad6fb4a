import { MagpieError, shown } from '@magpie/contract/errors';
import type { Fetched } from '../../integrations/safeFetch/safeFetch.ts';
import { decodePage } from './charset.ts';
import type { Claims, PageFacts, Subject } from './claims.ts';
import { factsOf } from './facts.ts';
import { type AllClaims, type Finding, findingFrom } from './findings.ts';
import { attribute, type PageElement, readHtml } from './html.ts';
import { claimsOfOpenGraph, type Metas, metasIn, saysProduct, siteClaimsOfOpenGraph } from './openGraph.ts';
import { claimsOfHtml, type Seen, siteClaimsOfHtml } from './plainHtml.ts';
import { claimsOfProduct, claimsOfSite, isArticle, productAmong } from './structured.ts';
import { plainText } from './pageText.ts';
import { type Thing, thingsInMicrodata, thingsInScripts } from './things.ts';

/** What is read of an answer. */
export type FetchedPage = Pick<Fetched, 'status' | 'address' | 'contentType' | 'bytes'>;

/** What an answer says of a product, or of the site where it is about none; 422 where it says nothing of either. */
export function inspectPage(fetched: FetchedPage): Finding {
  refuseUnlessPage(fetched);
  const elements = readHtml(decodePage(fetched.bytes, fetched.contentType));
  const page = readPage(elements, fetched.address);
  const kind = kindOf(page);
  if (kind === 'article') throw nothingFound(page, fetched, 'it is an article');
  if (kind === 'login') throw nothingFound(page, fetched, 'it asks visitors to sign in');
  const finding = findingFrom(kind === 'site' ? siteClaims(page) : productClaims(page), page.facts, kind);
  if (!isEnough(page, kind, finding))
    throw nothingFound(page, fetched, isListing(page) ? 'it lists several' : 'it names none');
  return finding;
}

function refuseUnlessPage({ status, contentType, address, bytes }: FetchedPage): void {
  const type = contentType === null ? null : shown(contentType, 100);
  const found = { url: address, status, contentType: type, bytes: bytes.length };
  const { host } = new URL(address);
  if (status < 200 || status > 299) {
    throw new MagpieError(
      'UNPROCESSABLE_CONTENT',
      `The host ${shown(host, 100)} answered with status ${status} instead of a page.`,
      { found },
    );
  }
  if (type !== null && !/^\s*(?:text\/html|application\/xhtml\+xml)/i.test(type)) {
    throw new MagpieError(
      'UNPROCESSABLE_CONTENT',
      `The address leads to something of type ${type}; give one of an HTML page.`,
      { found },
    );
  }
}

/** A page in its four ways of saying what it is about. */
interface Page {
  readonly elements: readonly PageElement[];
  readonly facts: PageFacts;
  readonly metas: Metas;
  /** What it shows to everybody. */
  readonly seen: Seen;
  readonly scripted: Described;
  readonly marked: Described;
}

/** The things of one vocabulary in a page, and which of them it is about. */
interface Described {
  readonly things: readonly Thing[];
  readonly product: Thing | 'listing' | null;
}

function readPage(elements: readonly PageElement[], address: string): Page {
  const facts = factsOf(elements, address);
  const metas = metasIn(elements);
  const described = (things: readonly Thing[]): Described => ({
    things,
    product: productAmong(things, facts),
  });
  return {
    elements,
    facts,
    metas,
    seen: claimsOfHtml(elements, metas, facts),
    scripted: described(thingsInScripts(elements)),
    marked: described(thingsInMicrodata(elements)),
  };
}

type Kind = Subject | 'article' | 'login';

const isSaidToList = ({ scripted, marked }: Page): boolean =>
  [scripted.product, marked.product].includes('listing');
const isListing = (page: Page): boolean => isSaidToList(page) || page.seen.isListing;

const isNamedInData = ({ scripted, marked }: Page): boolean =>
  [scripted.product, marked.product].some((product) => product !== null && product !== 'listing');

function kindOf(page: Page): Kind {
  const { elements, facts, metas, scripted, marked, seen } = page;
  if (isNamedInData(page)) return 'product';
  if (isSaidToList(page)) return 'site';
  if (saysProduct(metas)) return 'product';
  const isWritten =
    metas.has('article:published_time') || [...scripted.things, ...marked.things].some(isArticle);
  if (isWritten) return 'article';
  if (seen.isPriced) return 'product';
  if (seen.isListing || isStart(facts)) return 'site';
  return elements.some((element) => attribute(element, 'type')?.toLowerCase() === 'password')
    ? 'login'
    : 'page';
}

/** Also `/en` and `/de-at/`, under which shops keep their languages. */
function isStart({ address }: PageFacts): boolean {
  return /^\/(?:[a-z]{2}(?:[-_][a-z]{2})?\/?)?$/i.test(new URL(address).pathname);
}

function productClaims({ facts, metas, seen, scripted, marked }: Page): AllClaims {
  return {
    'json-ld': structuredClaims(scripted, facts),
    microdata: structuredClaims(marked, facts),
    'open-graph': claimsOfOpenGraph(metas, facts),
    html: seen,
  };
}

/** The product's own words; who it is from, and their logo, also from what is said of the site. */
function structuredClaims({ things, product }: Described, facts: PageFacts): Claims {
  const site = claimsOfSite(things);
  const own = product === null || product === 'listing' ? {} : claimsOfProduct(product, facts);
  const both = (field: 'brandName' | 'logoUrl'): readonly string[] => [
    ...(own[field] ?? []),
    ...(site[field] ?? []),
  ];
  return { ...own, brandName: both('brandName'), logoUrl: both('logoUrl') };
}

function siteClaims({ elements, facts, metas, scripted, marked }: Page): AllClaims {
  return {
    'json-ld': claimsOfSite(scripted.things),
    microdata: claimsOfSite(marked.things),
    'open-graph': siteClaimsOfOpenGraph(metas),
    html: siteClaimsOfHtml(elements, metas, facts),
  };
}

/** A product named in structured data is enough; any other page must also have a description or more. */
function isEnough(page: Page, kind: Kind, finding: Finding): boolean {
  const { name, description, price, images, sellingPoints, brandName, logoUrl } = finding;
  if (name === null || isRefusal(name)) return false;
  if (isNamedInData(page)) return true;
  const isShown = images.length > 0 || sellingPoints.length > 0;
  if (kind === 'product') return description !== null || price !== null || isShown;
  // The title of a list is not the name of its site.
  if (isListing(page) && brandName === null) return false;
  if (description !== null || kind === 'page') return description !== null;
  return [brandName, logoUrl].filter((text) => text !== null).length + Number(isShown) >= 2;
}

/** What stands in place of a page for visitors that a shop takes for machines, or that came too late. */
const refusals =
  /^(?:\d{3}\b|page not found|not found|access denied|just a moment|attention required|are you (?:a )?(?:human|robot)|robot check|captcha|forbidden|sign in|log ?in|anmelden|checking your browser|please wait|error\b|coming soon|opening soon)/i;

const isRefusal = (name: string): boolean => refusals.test(name);

function nothingFound(
  { facts, metas }: Page,
  { status, contentType, address }: FetchedPage,
  reason: string,
): MagpieError {
  const first = (name: string): string | undefined => metas.get(name)?.[0];
  const said = {
    title: facts.title,
    heading: facts.headings[0],
    description: first('og:description') ?? first('description'),
    siteName: first('og:site_name'),
  };
  const texts = Object.entries(said).flatMap(([name, text]) => {
    const plain = plainText(text ?? '', 500);
    return plain === '' ? [] : [[name, plain]];
  });
  return new MagpieError(
    'UNPROCESSABLE_CONTENT',
    `The page says nothing of a product: ${reason}. Give the address of a product's page or of a shop.`,
    { found: { url: address, status, contentType, ...Object.fromEntries(texts) } },
  );
}
