import { Readable } from 'node:stream';
import { platform } from '@magpie/contract';
import { importContentType, maxPreviewBytes } from '@magpie/contract/limits';
import { MagpieError } from '@magpie/contract/errors';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { type AdWriter, withDiskSpaceCheck } from '../../ingestion/importing/adWriter.ts';
import { importUpload, previewUpload, type Upload } from '../../ingestion/importing/importUpload.ts';
import type { Input } from '../../ingestion/reading/files.ts';
import { assertDiskSpace } from '../../rpc/executeProcedure.ts';
import { invalidInput } from '../../rpc/invalidField.ts';
import { liftDeadline } from '../middleware/bodyLimit.ts';
import { asMagpieError, errorJson, logFailure } from '../middleware/errors.ts';
import { allowMethods, limitCaller } from '../middleware/rateLimit.ts';
import type { ProcedureServices } from '../resolveCalls.ts';
import { assertMayImport, asStream, drain } from './ingest.ts';

/**
 * `POST /api/import`: a file of any supported type, imported while it arrives. `POST /api/import/preview` takes the
 * beginning of a file and returns what it is recognised as.
 */
export function mountImport(app: FastifyInstance, services: ProcedureServices, writer: AdWriter): void {
  const stopping = new AbortController();
  app.addHook('preClose', (done) => {
    stopping.abort();
    done();
  });
  const onRequest = [allowMethods('POST'), assertMayImport, limitCaller(services, 'write'), assertBytes];
  void app.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(importContentType, (_request, payload, parsed) => parsed(null, payload));
    scope.route({
      method: scope.supportedMethods,
      url: '/api/import',
      // Not buffered, except for one record and one batch, which have their own limits.
      bodyLimit: Number.MAX_SAFE_INTEGER,
      onRequest,
      handler: async (request, reply) => {
        const { input, options } = parseRequest(request);
        await assertDiskSpace(services.diskSpace);
        liftDeadline(request.raw);
        const upload = {
          input,
          options,
          writer: withDiskSpaceCheck(writer, services.diskSpace),
          stopping: stopping.signal,
        };
        reply.type('application/x-ndjson; charset=utf-8').header('connection', 'close');
        return reply.send(asStream(responseLines(request, upload)));
      },
    });
    done();
  });
  void app.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(importContentType, { parseAs: 'buffer' }, (_request, body, parsed) =>
      parsed(null, Readable.from([body])),
    );
    scope.route({
      method: scope.supportedMethods,
      url: '/api/import/preview',
      bodyLimit: maxPreviewBytes,
      onRequest,
      handler: async (request) => {
        const { input, options } = parseRequest(request);
        return previewUpload(input, options);
      },
    });
    done();
  });
}

async function assertBytes({ headers }: FastifyRequest): Promise<void> {
  if (headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase() === importContentType) return;
  throw new MagpieError(
    'UNSUPPORTED_MEDIA_TYPE',
    `A file is sent with the header Content-Type: ${importContentType}.`,
  );
}

const mapping = z.string().regex(/^[^=]+=./, { error: 'must be <field>=<column>, such as bodies=Ad text' });

const parameters = z.strictObject({
  name: z.string().min(1).max(300).default('file'),
  modifiedAt: z.iso.datetime().optional(),
  platform: platform.optional(),
  map: z.union([mapping.transform((one) => [one]), z.array(mapping).max(50)]).default([]),
});

function parseRequest(request: FastifyRequest): Pick<Upload, 'input' | 'options'> {
  const parsed = parameters.safeParse(request.query);
  if (!parsed.success) throw invalidInput(parsed.error, { input: parameters });
  const { name, modifiedAt, platform: given, map } = parsed.data;
  const options: Upload['options'] = {
    map: Object.fromEntries(map.map((one) => splitAt(one, one.indexOf('=')))),
    ...(given === undefined ? {} : { platform: given }),
  };
  const length = Number(request.headers['content-length']);
  const input: Input = {
    name,
    size: Number.isSafeInteger(length) ? length : null,
    modifiedAt: modifiedAt === undefined ? null : new Date(modifiedAt),
    // Destroying the request would close the connection before the last line of the response.
    open: () => (request.body as Readable).iterator({ destroyOnReturn: false }),
  };
  return { input, options };
}

function splitAt(text: string, at: number): [string, string] {
  return [text.slice(0, at), text.slice(at + 1)];
}

async function* responseLines(request: FastifyRequest, upload: Upload): AsyncGenerator<string> {
  try {
    for await (const line of importUpload(upload)) yield `${JSON.stringify(line)}\n`;
  } catch (error) {
    const failure = asMagpieError(error);
    logFailure(failure, request);
    yield `${errorJson(failure, undefined, request.id)}\n`;
  }
  await drain(request.body as Readable);
}
