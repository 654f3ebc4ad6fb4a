import type { FastifyReply } from 'fastify';
import { html, type Html, type HtmlValue } from '../integrations/html.ts';

export interface PageNotice {
  readonly status: number;
  readonly heading: HtmlValue;
  readonly sentence: HtmlValue;
  readonly details?: Html;
  readonly form?: Html;
  /** After this time the browser loads the page again. */
  readonly refreshSeconds?: number;
}

export function sendNotice(reply: FastifyReply, notice: PageNotice): FastifyReply {
  const { status, headers, body } = renderNotice(notice);
  return reply.code(status).headers(headers).send(body);
}

export function renderNotice(notice: PageNotice) {
  const refresh = notice.refreshSeconds?.toString();
  return {
    status: notice.status,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy':
        "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
      // The URL of such a page may contain a secret. A form needs the referrer for the same-origin check.
      'Referrer-Policy': notice.form === undefined ? 'no-referrer' : 'same-origin',
      ...(refresh === undefined ? {} : { Refresh: refresh, 'Retry-After': refresh }),
    },
    body: renderPage(notice).toString(),
  };
}

const style = html`<style>
  :root {
    color-scheme: light dark;
    --ground: light-dark(oklch(0.985 0 0), oklch(0.17 0 0));
    --card: light-dark(oklch(1 0 0), oklch(0.21 0 0));
    --line: light-dark(oklch(0.9 0 0), oklch(0.32 0 0));
    --text: light-dark(oklch(0.25 0 0), oklch(0.94 0 0));
    --quiet: light-dark(oklch(0.45 0 0), oklch(0.76 0 0));
    --accent: light-dark(oklch(0.5 0.1 215), oklch(0.76 0.11 215));
    --onAccent: light-dark(oklch(1 0 0), oklch(0.17 0 0));
  }
  body {
    font:
      16px/1.5 Inter,
      system-ui,
      sans-serif;
    margin: 0;
    min-height: 100vh;
    display: grid;
    place-items: center;
    background: var(--ground);
    color: var(--text);
  }
  main {
    box-sizing: border-box;
    width: min(432px, 100% - 32px);
    margin: 32px 0;
    padding: 32px;
    background: var(--card);
    border: 1px solid var(--line);
    border-radius: 8px;
    overflow-wrap: anywhere;
  }
  h1 {
    font-size: 24px;
    line-height: 1.25;
    font-weight: 600;
    margin: 0 0 8px;
  }
  p {
    color: var(--quiet);
    margin: 0;
  }
  .brand {
    display: flex;
    align-items: center;
    gap: 8px;
    margin-bottom: 24px;
    font-weight: 600;
    color: var(--text);
  }
  ul {
    color: var(--quiet);
    margin: 16px 0 0;
    padding-left: 24px;
  }
  code,
  pre {
    font-size: 14px;
    color: var(--text);
  }
  pre {
    margin: 16px 0;
    padding: 16px;
    border: 1px solid var(--line);
    border-radius: 8px;
    overflow-x: auto;
    overflow-wrap: normal;
  }
  a {
    color: var(--accent);
  }
  button,
  .button {
    font: inherit;
    font-weight: 600;
    display: block;
    box-sizing: border-box;
    width: 100%;
    margin-top: 24px;
    padding: 8px 16px;
    border: 0;
    border-radius: 8px;
    background: var(--accent);
    color: var(--onAccent);
    text-align: center;
    text-decoration: none;
    cursor: pointer;
  }
  details {
    margin-top: 24px;
    color: var(--quiet);
  }
  summary {
    cursor: pointer;
  }
  details p {
    margin-top: 8px;
  }
  :is(a, button, summary):focus-visible {
    outline: 2px solid var(--accent);
    outline-offset: 2px;
  }
</style>`;

/** As in the favicon of the dashboard; the policy of the page allows no pictures. */
const mark = html`<svg viewBox="0 0 32 32" width="28" height="28" aria-hidden="true">
  <rect width="32" height="32" rx="8" fill="#14171a" />
  <path d="M6 20c1-7 6-11 12-11 3 0 5 2 6 4l3 1-3 1c0 6-5 9-11 9-3 0-6-1-7-4z" fill="#fff" />
  <path d="M6 20c4 1 9 0 12-4-1 5-4 8-9 8-2 0-3-2-3-4z" fill="#1fa3bf" />
</svg>`;

const renderPage = ({ heading, sentence, details = html``, form = html`` }: PageNotice): Html =>
  html`<!doctype html>
    <html lang="en">
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width" />
      <title>Magpie</title>
      ${style}
      <main>
        <p class="brand">${mark} Magpie</p>
        <h1>${heading}</h1>
        <p>${sentence}</p>
        ${details} ${form}
      </main>
    </html> `;
