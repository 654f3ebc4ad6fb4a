import { describeIssues, OpenAd } from '@magpie/contract';
import { keepCopy } from '@magpie/sources/mapping/copy';
import { withoutCredentials, withoutCredentialsInside } from '@magpie/sources/mapping/redirects';
import { type Document, InputUnreadable, type Segment } from '../reading/document.ts';
import { listDocuments, readSegments } from '../reading/documents.ts';
import { type AdSource, Unmappable } from '@magpie/sources/source';

export type Checked = { readonly ad: OpenAd } | { readonly reason: string };

/** Enough to fix a record; the first is often the cause of the others. */
const maxReasons = 3;

/** Deeper than any exported event. Serializing thousands of levels would overflow the stack. */
const maxEventDepth = 12;

export function checkAd(candidate: unknown): Checked {
  const parsed = OpenAd.safeParse(candidate);
  if (!parsed.success) {
    const reasons = describeIssues(parsed.error, { input: OpenAd }).map(({ message }) => message);
    return { reason: withoutCredentialsInside(reasons.slice(0, maxReasons).join('; ')) };
  }
  const { derived: _recomputed, ...ad } = parsed.data;
  if (isDeeperThan(maxEventDepth, ad.events)) {
    return { reason: `events must not be nested more than ${maxEventDepth} levels deep` };
  }
  return { ad: cleaned(keepCopy(ad)) };
}

/** Every ad passes here before it is stored, so that no stored address contains the credentials of the API caller. */
function cleaned(ad: OpenAd): OpenAd {
  const { advertiser } = ad;
  return {
    ...ad,
    // An ad without an id has its address as key.
    key: clean(ad.key),
    sourceUrl: clean(ad.sourceUrl),
    landingPageUrl: clean(ad.landingPageUrl),
    advertiser: { ...advertiser, pageUrl: clean(advertiser.pageUrl), logoUrl: clean(advertiser.logoUrl) },
    media: ad.media.map(cleanMedia),
    cards: ad.cards.map((card) => ({
      ...card,
      landingPageUrl: clean(card.landingPageUrl),
      media: card.media.map(cleanMedia),
    })),
    events: ad.events.map((event) => ({ ...event, changes: event.changes.map(cleanChange) })),
  };
}

function clean(address: string | null): string | null {
  return address === null ? null : withoutCredentials(address);
}

function cleanMedia(media: OpenAd['media'][number]): OpenAd['media'][number] {
  return { ...media, url: withoutCredentials(media.url), thumbnailUrl: clean(media.thumbnailUrl) };
}

type Change = OpenAd['events'][number]['changes'][number];

function cleanChange(change: Change): Change {
  if (change.field !== 'landingPageUrl') return change;
  return { ...change, from: cleanValue(change.from), to: cleanValue(change.to) };
}

const cleanValue = (value: unknown) => (typeof value === 'string' ? withoutCredentials(value) : value);

function isDeeperThan(levels: number, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((child) => isDeeperThan(levels - 1, child));
}

/** Enough to recognise the format of a file. */
const sampleDocuments = 100;
const sampleBytes = 16 * 1024 * 1024;

const problems: Readonly<Record<string, string>> = {
  EACCES: 'Permission denied.',
  EPERM: 'Permission denied.',
  EISDIR: 'It is a folder.',
  ENOENT: 'It no longer exists.',
  EIO: 'The disk reported an error.',
};

export class InputDocuments {
  readonly #segments: AsyncGenerator<Segment>;
  readonly #sampled: Segment[] = [];
  #break: InputUnreadable | null = null;
  /** Decompressed: a small gzip file may contain gigabytes. */
  #bytes = 0;

  /** @param bytesRead called with the number of (compressed) bytes that were processed */
  constructor(input: AsyncIterable<Uint8Array>, bytesRead: (bytes: number) => void) {
    this.#segments = readSegments(explainFailure(input), undefined, (bytes, decompressed) => {
      this.#bytes += decompressed;
      bytesRead(bytes);
    });
  }

  /** Throws InputUnreadable when no document can be read. */
  async sample(): Promise<readonly Document[]> {
    const sample: Document[] = [];
    try {
      while (sample.length < sampleDocuments && this.#bytes < sampleBytes) {
        const next = await this.#segments.next();
        if (next.done === true) break;
        this.#sampled.push(next.value);
        for (const document of listDocuments(next.value)) {
          if (sample.push(document) === sampleDocuments) break;
        }
      }
    } catch (error) {
      const isAnyReadable = sample.some((document) => 'value' in document);
      if (!(error instanceof InputUnreadable) || !isAnyReadable) throw error;
      this.#break = error;
    }
    return sample;
  }

  /** All documents, including the sample. Throws InputUnreadable after the last readable one. */
  async *all(): AsyncGenerator<Segment> {
    yield* this.#sampled;
    if (this.#break !== null) throw this.#break;
    yield* this.#segments;
  }

  async close(): Promise<void> {
    await this.#segments.return(undefined);
  }
}

async function* explainFailure(input: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* input;
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    throw new InputUnreadable(problems[code] ?? `${message}.`, { cause: error });
  }
}

export interface RawRecord {
  readonly position: string;
  readonly raw: unknown;
  readonly problem?: string;
}

export function* readRecords(documents: Iterable<Document>, source: AdSource): Generator<RawRecord> {
  for (const document of documents) {
    if ('problem' in document) yield document;
    else yield* unfold(document.position, document.value, source);
  }
}

export function* unfold(position: string, document: unknown, source: AdSource): Generator<RawRecord> {
  let count = 0;
  try {
    for (const raw of source.unfold(document)) {
      count += 1;
      yield { position: raw === document ? position : `${position}, ad ${count}`, raw };
    }
  } catch (error) {
    yield { position, raw: document, problem: describeProblem(error) };
    return;
  }
  // An empty page is fine; any other document without ads must be reported.
  if (count === 0 && !source.recognises(document)) {
    yield { position, raw: document, problem: `No ${source.name} ad found here` };
  }
}

export function mapRecord({ raw, problem }: RawRecord, source: AdSource): Checked {
  if (problem !== undefined) return { reason: problem };
  try {
    return checkAd(source.toAd(raw));
  } catch (error) {
    return { reason: describeProblem(error) };
  }
}

/** An unexpected error in a mapping rejects one record, not the whole import. */
function describeProblem(error: unknown): string {
  return error instanceof Unmappable ? error.message : `The record could not be mapped (${String(error)})`;
}
