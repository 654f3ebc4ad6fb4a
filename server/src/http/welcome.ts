import { procedureBase } from '@magpie/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { html } from '../integrations/html.ts';
import { sendNotice } from './notice.ts';

/** The front door where there is no dashboard: what a person sees who opens the printed address. */
export function mountWelcome(app: FastifyInstance): void {
  app.get('/', (request, reply) => {
    const command = `curl -H "Authorization: Bearer $MAGPIE_KEY" \\\n  ${originOf(request)}${procedureBase}/boards.list`;
    return sendNotice(reply, {
      status: 200,
      heading: 'Magpie is running',
      sentence: html`The API is at <code>${procedureBase}</code>. Call it with the key that was printed at the
        first start:`,
      details: html`<pre>${command}</pre>
        <p>Everything that can be called is explained at <a href="/docs">/docs</a>.</p>
        <p>Lost the key? <code>npm run magpie -- users add owner@localhost</code> prints another.</p>`,
    });
  });
}

/** As the browser asked for it. Behind a proxy both parts are headers, so anything may stand in them; what is no plain one is left out. */
function originOf({ protocol, host }: FastifyRequest): string {
  const origin = `${protocol}://${host}`;
  return /^https?:\/\/[\w.:[\]-]+$/.test(origin) ? origin : '';
}
