import { createWriteStream, mkdirSync } from 'node:fs';
import http from 'node:http';
import type { AddressInfo, Server } from 'node:net';
import path from 'node:path';
import { pipeline } from 'node:stream';
import { SMTPServer } from 'smtp-server';

/** External services: a mail server, and a receiver of webhooks. */
export interface Outside {
  readonly smtpUrl: string;
  /** `127.0.0.1:40123`; serves a product page at /shop/kettle and returns 204 for everything else. */
  readonly receiver: string;
  readonly close: () => void;
}

const shopPage = `<!doctype html><title>Harbour Kettle</title><script type="application/ld+json">${JSON.stringify(
  {
    '@context': 'https://schema.org',
    '@type': 'Product',
    name: 'Harbour Kettle',
    description: 'Boils a litre in two minutes.',
    brand: { '@type': 'Brand', name: 'Northpot' },
    offers: { '@type': 'Offer', price: '59.00', priceCurrency: 'EUR' },
  },
)}</script>`;

/** Stores every mail as a numbered file in the folder. */
export async function startOutside(mailFolder: string): Promise<Outside> {
  mkdirSync(mailFolder, { recursive: true });
  let mails = 0;
  const smtp = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    disableReverseLookup: true,
    logger: false,
    onData: (stream, _session, done) => {
      mails += 1;
      const file = path.join(mailFolder, `${String(mails).padStart(6, '0')}.eml`);
      pipeline(stream, createWriteStream(file), done);
    },
  });
  const receiver = http.createServer((request, response) => {
    request.resume();
    if (request.url === '/shop/kettle')
      response.writeHead(200, { 'content-type': 'text/html' }).end(shopPage);
    else response.writeHead(204).end();
  });
  const hosts = await Promise.all([smtp.server, receiver].map(listen));
  return {
    smtpUrl: `smtp://${hosts[0]}`,
    receiver: hosts[1] ?? '',
    close: () => {
      smtp.close();
      receiver.close();
    },
  };
}

function listen(server: Server): Promise<string> {
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve(`127.0.0.1:${(server.address() as AddressInfo).port}`));
  });
}
