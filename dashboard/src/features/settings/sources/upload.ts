import { importContentType, maxPreviewBytes } from '@magpie/contract/limits';
import type { ImportPreview, ImportResult } from '@magpie/contract';
import { FormError, readResponse } from '../../../lib/api/signIn.ts';
import { libCopy } from '../../../lib/copy.ts';
import type { Platform } from '../../../lib/labels.ts';

/** How to read a table: the column of a field, and the platform of all ads. */
export interface TableChoices {
  readonly map: Readonly<Record<string, string>>;
  readonly platform: Platform | null;
}

export const noChoices: TableChoices = { map: {}, platform: null };

function buildUrl(path: string, file: File, { map, platform }: TableChoices): string {
  const query = new URLSearchParams({
    name: file.name.slice(-300),
    modifiedAt: new Date(file.lastModified).toISOString(),
  });
  for (const [field, column] of Object.entries(map)) query.append('map', `${field}=${column}`);
  if (platform !== null) query.set('platform', platform);
  return `${path}?${query.toString()}`;
}

/** What the file is recognised as, from its beginning. */
export function previewFile(file: File, choices: TableChoices): Promise<ImportPreview> {
  return readResponse<ImportPreview>(
    fetch(buildUrl('/api/import/preview', file, choices), {
      method: 'POST',
      headers: { 'content-type': importContentType },
      body: file.slice(0, maxPreviewBytes),
    }),
  );
}

/** Sends a file. `fetch` reports no progress of an upload. */
export function importFile(
  file: File,
  choices: TableChoices,
  onProgress: (share: number) => void,
): Promise<ImportResult> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', buildUrl('/api/import', file, choices));
    request.setRequestHeader('content-type', importContentType);
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(loaded / total));
    request.addEventListener('error', () => reject(new FormError(0, libCopy.noResponse)));
    request.addEventListener('load', () => {
      const last = parseLine(request.responseText.trimEnd().split('\n').at(-1) ?? '');
      if (isResult(last)) resolve(last);
      else reject(toError(last, request.status));
    });
    request.send(file);
  });
}

/** A proxy may answer with a page of its own. */
function parseLine(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}

function isResult(line: unknown): line is ImportResult {
  return typeof line === 'object' && line !== null && 'messages' in line;
}

type ErrorLine = {
  readonly error?: { readonly message: string; readonly data: { readonly httpStatus: number } };
} | null;

function toError(line: unknown, status: number): FormError {
  const { error } = (line as ErrorLine) ?? {};
  return new FormError(error?.data.httpStatus ?? status, error?.message ?? libCopy.unknownError);
}
