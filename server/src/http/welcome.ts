import type { FastifyInstance, FastifyRequest } from 'fastify';
import { procedureBase } from './plan.ts';

/** The address is the reader's own, as the browser asked for it; one that is no plain one is left out. */
const page = (origin: string): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Magpie</title>
<style>
  :root { color-scheme: light dark }
  body { font: 16px/1.5 system-ui, sans-serif; max-width: 720px; margin: 48px auto; padding: 0 16px }
  pre { font-size: 14px; padding: 16px; border: 1px solid; border-radius: 8px; overflow-x: auto }
</style>
<h1>Magpie is running</h1>
<p>The API is at <code>${procedureBase}</code>. Call it with the key that was printed at the first start:</p>
<pre>curl -H "Authorization: Bearer $MAGPIE_KEY" \\
  ${origin}${procedureBase}/boards.list</pre>
<p>Lost the key? <code>npm run magpie -- users add owner@localhost</code> prints another.</p>
</html>
`;

/** The front door: what a person sees who opens the printed address. */
export function mountWelcome(app: FastifyInstance): void {
  app.get('/', (request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .header(
        'Content-Security-Policy',
        "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
      )
      .send(page(originOf(request))),
  );
}

/** Behind a proxy both parts are headers, so anything may stand in them. */
function originOf({ protocol, host }: FastifyRequest): string {
  const origin = `${protocol}://${host}`;
  return /^https?:\/\/[\w.:[\]-]+$/.test(origin) ? origin : '';
}
