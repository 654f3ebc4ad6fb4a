import { gzipSync } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { MagpieError } from '@magpie/contract/errors';
import type { Reference, ReferenceFile } from '../../openapi/reference.ts';
import { type BuiltFile, sendBuiltFile, hashContent } from '../sendFile.ts';
import { allowMethods } from '../middleware/rateLimit.ts';
import { wantsPage } from './dashboard.ts';

export const referenceRoutes = ['/openapi.json', '/llms.txt', '/llms-full.txt', '/docs', '/docs/*'] as const;

/** Built on the first request, so that it does not delay the start. */
export function mountReference(app: FastifyInstance): void {
  let making: Promise<Reference> | undefined;
  const built = new Map<ReferenceFile, BuiltFile>();
  const builtOf = (file: ReferenceFile): BuiltFile => {
    const known = built.get(file) ?? build(file);
    built.set(file, known);
    return known;
  };
  const handler = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const made = await (making ??= loadReference());
    const [address = ''] = request.url.split('?');
    const file = made.files.get(address.replace(/\/$/, ''));
    if (file === undefined && !wantsPage(request))
      throw new MagpieError('NOT_FOUND', 'There is no such page; see /docs for all pages.');
    if (file === undefined) reply.code(404).header('Vary', 'Accept');
    reply
      .header('Cache-Control', 'no-cache')
      .header('Content-Security-Policy', made.contentSecurityPolicy)
      .header('Referrer-Policy', 'same-origin')
      .header('Cross-Origin-Opener-Policy', 'same-origin');
    return sendBuiltFile(request, reply, builtOf(file ?? made.notFoundPage));
  };
  for (const url of referenceRoutes)
    app.route({ method: app.supportedMethods, url, onRequest: allowMethods('GET', 'HEAD'), handler });
}

async function loadReference(): Promise<Reference> {
  const { createReference } = await import('../../openapi/reference.ts');
  return createReference();
}

function build({ type, text }: ReferenceFile): BuiltFile {
  const bytes = Buffer.from(text);
  return { type, bytes, encoded: new Map([['gzip', gzipSync(bytes)]]), tag: hashContent(bytes) };
}
