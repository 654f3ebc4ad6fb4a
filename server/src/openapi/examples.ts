import { readFileSync } from 'node:fs';
import path from 'node:path';
import { procedureBase, procedures } from '@magpie/contract';
import { docsFolder } from './docs.ts';
import type { JsonObject } from './schemas.ts';

/** A call that was really made, and what it was answered. What differs from run to run is made the same. */
export interface Example {
  readonly input: JsonObject;
  readonly answer: unknown;
}

/** By the names of procedures. */
export type Examples = ReadonlyMap<string, Example>;

interface Content {
  readonly content?: { readonly 'application/json'?: { readonly example?: unknown } };
  /** Of a parameter that is no JSON. */
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

/** The document as it is committed. */
export function readOpenApi(): OpenApiDocument {
  return JSON.parse(readFileSync(path.join(docsFolder, 'openapi.json'), 'utf8')) as OpenApiDocument;
}

/** The examples in it. */
export function examplesIn({ paths }: OpenApiDocument): Examples {
  return new Map(
    [...procedures].flatMap(([name, { kind }]) => {
      const operation = paths[`${procedureBase}/${name}`]?.[kind === 'query' ? 'get' : 'post'];
      const answer = exampleIn(operation?.responses[200]) as { result: { data: unknown } } | undefined;
      if (operation === undefined || answer === undefined) return [];
      const input = exampleIn(operation.parameters?.[0]) ?? exampleIn(operation.requestBody) ?? {};
      return [[name, { input: input as JsonObject, answer: answer.result.data }]];
    }),
  );
}

function exampleIn(part: Content | undefined): unknown {
  return part?.content?.['application/json']?.example ?? part?.example;
}
