import type { FastifyReply } from 'fastify';

/** A page that says one thing to a person. Both texts are ours, never a caller's. */
export function sendNotice(
  reply: FastifyReply,
  { status, heading, sentence }: { status: number; heading: string; sentence: string },
): FastifyReply {
  return reply
    .code(status)
    .type('text/html; charset=utf-8')
    .header(
      'Content-Security-Policy',
      "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    )
    .header('Referrer-Policy', 'no-referrer').send(`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Magpie</title>
<style>
  :root { color-scheme: light dark }
  body { font: 16px/1.5 system-ui, sans-serif; max-width: 720px; margin: 48px auto; padding: 0 16px }
</style>
<h1>${heading}</h1>
<p>${sentence}</p>
</html>
`);
}
