import type { ImportLine, ImportPreview, OpenAd } from '@magpie/contract';
import { MagpieError } from '@magpie/contract/errors';
import { WrongMapping } from '@magpie/sources/table/tableColumns';
import { columnsIn, type TableOfAds, type TableOptions } from '@magpie/sources/table/table';
import { tableFields } from '@magpie/sources/table/tableNames';
import { adSources } from '@magpie/sources/sources';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Input } from '../reading/files.ts';
import { InputUnreadable } from '../reading/document.ts';
import type { AdWriter } from './adWriter.ts';
import { importAds } from './importAds.ts';
import { chooseSource } from './chooseSource.ts';
import { explainNoAds, type MappingSyntax, type NoAds } from './explainNoAds.ts';
import { InputDocuments, mapRecord, readRecords } from './records.ts';
import { createRejects } from './rejects.ts';
import type { AdSource } from '@magpie/sources/source';

const shownAds = 3;
const shownReasons = 5;
/** A document may contain thousands of records; mapping them all would block the process. */
const maxPreviewed = 200;

/** Recognises a file by its beginning and maps the records of it. */
export async function previewUpload(input: Input, options: TableOptions): Promise<ImportPreview> {
  const documents = new InputDocuments(input.open(), () => undefined);
  const rejects = await createRejects(null);
  const ads: OpenAd[] = [];
  let records = 0;
  try {
    const sample = await documents.sample();
    const values = sample.flatMap((document) => ('value' in document ? [document.value] : []));
    const choice = choose(values, options);
    if ('why' in choice) {
      const [first] = sample;
      const isReadable = first === undefined || 'value' in first;
      // The suggestion has the mapping and the rows.
      return isReadable
        ? noAds(choice.reason, columnsIn(values), choice.suggestion)
        : noAds(first.problem, columnsIn(values));
    }
    for (const record of readRecords(sample, choice.source)) {
      records += 1;
      if (records > maxPreviewed) break;
      const checked = mapRecord(record, choice.source);
      if ('ad' in checked) {
        if (ads.length < shownAds) ads.push(checked.ad);
      } else rejects.add({ input: input.name, ...record, reason: checked.reason, record: record.raw });
    }
    return {
      source: choice.source.name,
      summary: choice.source.summary,
      reason: null,
      suggestion: null,
      columns: [...(choice.table?.mapped ?? [])],
      leftOut: [...(choice.table?.leftOut ?? [])],
      fields: choice.table === null ? [] : Object.keys(tableFields),
      records: Math.min(records, maxPreviewed),
      ads,
      rejected: [...rejects.groups(shownReasons)],
    };
  } catch (error) {
    if (error instanceof InputUnreadable) return noAds(error.message);
    throw error;
  } finally {
    await documents.close();
  }
}

/** With the columns, so that they can be mapped by hand. */
function noAds(
  reason: string,
  columns: readonly string[] = [],
  suggestion: NoAds['suggestion'] = null,
): ImportPreview {
  return {
    source: null,
    summary: null,
    reason,
    suggestion: present(suggestion),
    columns: [],
    leftOut: [...columns],
    fields: columns.length === 0 ? [] : Object.keys(tableFields),
    records: 0,
    ads: [],
    rejected: [],
  };
}

/** Copied, because responses are mutable. */
function present(suggestion: NoAds['suggestion']): ImportPreview['suggestion'] {
  if (suggestion === null) return null;
  const { map, columns, examples } = suggestion;
  return { map: { ...map }, columns: [...columns], examples: examples.map((cells) => cells.slice()) };
}

/** The parameters of the request. */
const parameters: MappingSyntax = {
  separator: '&',
  write: (field, column) => `map=${field}%3D${column === null ? '<column>' : encodeURIComponent(column)}`,
};

type Choice = { readonly source: AdSource; readonly table: TableOfAds | null } | NoAds;

function choose(sample: readonly unknown[], options: TableOptions): Choice {
  try {
    const choice = chooseSource(sample, adSources, options);
    return choice.source === null ? explainNoAds(choice.reason, sample, parameters) : choice;
  } catch (error) {
    if (error instanceof WrongMapping) return { why: error.message, reason: error.message, suggestion: null };
    throw error;
  }
}

export interface Upload {
  readonly input: Input;
  readonly options: TableOptions;
  readonly writer: AdWriter;
  readonly stopping: AbortSignal;
}

const progressMilliseconds = 500;

/** Records the ads of a file while it arrives; yields the progress, and the result at the end. */
export async function* importUpload(upload: Upload): AsyncGenerator<ImportLine> {
  const { input, options, writer, stopping } = upload;
  const messages: string[] = [];
  const notes: string[] = [];
  const progress = { bytes: 0, read: 0 };
  let suggestion: NoAds['suggestion'] = null;
  const importing = importAds(
    {
      path: '-',
      inputs: [input],
      options: JSON.stringify(options),
      fresh: true,
      choose: (_input, sample) => {
        const choice = choose(sample, options);
        if ('why' in choice) ({ suggestion } = choice);
        else notes.push(...(choice.table?.notes ?? []));
        return choice;
      },
    },
    {
      writer,
      dataFolder: null,
      say: (line) => void messages.push(line),
      bytesRead: (bytes) => void (progress.bytes += bytes),
      recordRead: () => void (progress.read += 1),
      stopping,
    },
  );
  while (!(await endsWithin(progressMilliseconds, importing))) yield { ...progress };
  const { tally, reasons, outcome, failure } = await importing;
  // Messages explain an unreadable file; anything else is an error of the server.
  if (outcome === 'failed' && (messages.length === 0 || failure instanceof MagpieError)) throw failure;
  const { rejected: rejectedRecords, ...counts } = tally;
  yield {
    done: outcome === 'done',
    messages: [...notes, ...messages],
    suggestion: present(suggestion),
    ...counts,
    rejectedRecords,
    rejected: [...reasons],
  };
}

async function endsWithin(milliseconds: number, work: Promise<unknown>): Promise<boolean> {
  const stop = new AbortController();
  const ended = work.then(() => true);
  try {
    return await Promise.race([ended, sleep(milliseconds, false, { signal: stop.signal })]);
  } finally {
    stop.abort();
  }
}
