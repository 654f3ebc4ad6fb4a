import { readFileSync } from 'node:fs';
import path from 'node:path';
import { procedureBase, procedures } from '@magpie/contract';
import type { JsonObject } from './schemas.ts';

export const docsFolder = path.resolve(import.meta.dirname, '../../../docs');

/** A real call and its output, with values that differ from run to run normalized. */
export interface Example {
  readonly input: JsonObject;
  readonly output: unknown;
}

export type Examples = ReadonlyMap<string, Example>;

interface Content {
  readonly content?: { readonly 'application/json'?: { readonly example?: unknown } };
  /** Of a parameter that is not JSON. */
  readonly example?: unknown;
}

interface Operation {
  readonly parameters?: readonly Content[];
  readonly requestBody?: Content;
  readonly responses: { readonly 200: Content };
}

export interface OpenApiDocument {
  readonly servers: readonly { readonly url: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

export function readOpenApi(): OpenApiDocument {
  return JSON.parse(readFileSync(path.join(docsFolder, 'openapi.json'), 'utf8')) as OpenApiDocument;
}

export function examplesIn({ paths }: OpenApiDocument): Examples {
  return new Map(
    [...procedures].flatMap(([name, { kind }]) => {
      const operation = paths[`${procedureBase}/${name}`]?.[kind === 'query' ? 'get' : 'post'];
      const response = exampleIn(operation?.responses[200]) as { result: { data: unknown } } | undefined;
      if (operation === undefined || response === undefined) return [];
      const input = exampleIn(operation.parameters?.[0]) ?? exampleIn(operation.requestBody) ?? {};
      return [[name, { input: input as JsonObject, output: response.result.data }]];
    }),
  );
}

function exampleIn(part: Content | undefined): unknown {
  return part?.content?.['application/json']?.example ?? part?.example;
}
