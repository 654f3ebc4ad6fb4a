import { procedureBase } from '@magpie/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { html } from '../integrations/html.ts';
import { sendNotice } from './notice.ts';

/** The page at `/` if the dashboard is not built. */
export function mountWelcome(app: FastifyInstance): void {
  app.get('/', (request, reply) => {
    const command = `curl -H "Authorization: Bearer $MAGPIE_KEY" \\\n  ${originOf(request)}${procedureBase}/boards.list`;
    return sendNotice(reply, {
      status: 200,
      heading: 'Magpie is running',
      sentence: html`The API is at <code>${procedureBase}</code>. Call it with the key that was printed at the
        first start:`,
      details: html`<pre>${command}</pre>
        <p>For the API reference, see <a href="/docs">/docs</a>.</p>
        <p>Lost the key? <code>npm run magpie -- users add owner@localhost</code> prints another.</p>`,
    });
  });
}

/** The origin of the request, or '' if it is not a plain one: behind a proxy both parts are headers with any content. */
function originOf({ protocol, host }: FastifyRequest): string {
  const origin = `${protocol}://${host}`;
  return /^https?:\/\/[\w.:[\]-]+$/.test(origin) ? origin : '';
}
