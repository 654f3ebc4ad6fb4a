import { gzipSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { MagpieError } from '../kernel/errors.ts';
import { contentSecurityPolicy } from '../reference/layout.ts';
import { createReference, type ReferenceFile } from '../reference/reference.ts';
import { type BuiltFile, sendBuilt, tagOf } from './builtFile.ts';

/** The routes of the reference. None of them shows data of anybody. */
export const referenceRoutes = ['/openapi.json', '/llms.txt', '/llms-full.txt', '/docs', '/docs/*'] as const;

/** Made when it is first asked for: a start that nobody reads it after does not wait for it. */
export function mountReference(app: FastifyInstance, siteAddress: () => string): void {
  let files: ReadonlyMap<string, ReferenceFile> | undefined;
  const built = new Map<string, BuiltFile>();
  const find = (address: string): BuiltFile => {
    files ??= createReference(siteAddress());
    const known = built.get(address);
    if (known !== undefined) return known;
    const file = files.get(address);
    if (file === undefined)
      throw new MagpieError('NOT_FOUND', 'There is no such page; /docs lists those that there are.');
    const made = build(file);
    built.set(address, made);
    return made;
  };
  for (const url of referenceRoutes) {
    app.get(url, (request, reply) => {
      const [address = ''] = request.url.split('?');
      const file = find(address.length > 1 ? address.replace(/\/$/, '') : address);
      reply
        .header('Cache-Control', 'no-cache')
        .header('Content-Security-Policy', contentSecurityPolicy)
        .header('Referrer-Policy', 'same-origin')
        .header('Cross-Origin-Opener-Policy', 'same-origin');
      return sendBuilt(request, reply, file);
    });
  }
}

function build({ type, text }: ReferenceFile): BuiltFile {
  const bytes = Buffer.from(text);
  return { type, bytes, encoded: new Map([['gzip', gzipSync(bytes)]]), tag: tagOf(bytes) };
}
