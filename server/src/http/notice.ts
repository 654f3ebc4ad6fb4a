import type { FastifyReply } from 'fastify';
import { html, type Html, type HtmlValue } from '../kernel/html.ts';

export interface Notice {
  readonly status: number;
  readonly heading: HtmlValue;
  readonly sentence: HtmlValue;
  /** What the reader may send back to the same address. */
  readonly form?: Html;
}

/** A page that says one thing to a person, and may ask one. */
export function sendNotice(reply: FastifyReply, notice: Notice): FastifyReply {
  return (
    reply
      .code(notice.status)
      .type('text/html; charset=utf-8')
      .header(
        'Content-Security-Policy',
        "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
      )
      // The address of such a page may hold a secret. Its own form must be able to say where it comes from.
      .header('Referrer-Policy', notice.form === undefined ? 'no-referrer' : 'same-origin')
      .send(pageOf(notice).toString())
  );
}

const pageOf = ({ heading, sentence, form = html`` }: Notice): Html =>
  html`<!doctype html>
    <html lang="en">
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width" />
      <title>Magpie</title>
      <style>
        :root {
          color-scheme: light dark;
        }
        body {
          font:
            16px/1.5 system-ui,
            sans-serif;
          max-width: 720px;
          margin: 48px auto;
          padding: 0 16px;
        }
        label {
          display: block;
          margin: 16px 0;
        }
        input {
          display: block;
          font: inherit;
          width: 100%;
          max-width: 360px;
          box-sizing: border-box;
          padding: 8px;
        }
        button {
          font: inherit;
          padding: 8px 16px;
        }
      </style>
      <h1>${heading}</h1>
      <p>${sentence}</p>
      ${form}
    </html> `;
