import { createHash } from 'node:crypto';
import { degreesOf, hues } from './shownAd.ts';

const hueRules = Array.from(
  { length: hues },
  (_, index) => `.hue${index} { --hue: ${degreesOf(index)} }`,
).join('\n');

/** Inlined into each page: one request, and no stylesheet URL that could be replaced. */
export const style = `
:root {
  color-scheme: light dark;
  --ground: oklch(0.985 0.002 250); --card: #fff; --line: oklch(0.91 0.004 250);
  --ink: oklch(0.23 0.01 250); --quiet: oklch(0.49 0.012 250); --accent: oklch(0.49 0.1 215);
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: oklch(0.17 0.006 250); --card: oklch(0.21 0.007 250); --line: oklch(0.3 0.008 250);
    --ink: oklch(0.94 0.004 250); --quiet: oklch(0.71 0.01 250); --accent: oklch(0.78 0.1 215);
  }
}
* { box-sizing: border-box; margin: 0 }
body {
  font: 14px/1.5 Inter, system-ui, -apple-system, "Segoe UI", Roboto, sans-serif;
  font-variant-numeric: tabular-nums; color: var(--ink); background: var(--ground);
  padding: 32px clamp(16px, 2.5vw, 48px); overflow-wrap: anywhere;
}
a { color: inherit; text-decoration: none }
a:hover { text-decoration: underline }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 4px }
.board { max-width: 720px; margin-bottom: 32px }
.board nav:first-child { margin-bottom: 8px; color: var(--quiet) }
h1 { font-size: 24px; line-height: 1.25; font-weight: 600; letter-spacing: -0.01em; text-wrap: balance }
.description { font-size: 16px; margin-top: 8px; white-space: pre-line; color: var(--quiet) }
.count { margin-top: 8px; color: var(--quiet) }
.boards { display: flex; flex-wrap: wrap; gap: 8px; margin-top: 16px; padding: 0; list-style: none }
.boards a { display: block; padding: 4px 12px; border: 1px solid var(--line); border-radius: 999px; background: var(--card) }
.boards span { color: var(--quiet) }
.wall {
  display: grid; gap: 16px; padding: 0; list-style: none;
  grid-template-columns: repeat(auto-fill, minmax(min(100%, 272px), 1fr));
}
@media (min-width: 1920px) { .wall { grid-template-columns: repeat(auto-fill, minmax(304px, 1fr)) } }
.card {
  height: 100%; display: flex; flex-direction: column; overflow: hidden;
  background: var(--card); border: 1px solid var(--line); border-radius: 8px;
  --tint: oklch(0.94 0.035 var(--hue)); --strong: oklch(0.36 0.075 var(--hue));
}
.card header { display: flex; gap: 8px; align-items: center; padding: 12px 16px; min-height: 58px }
.card header div { min-width: 0; flex: 1 }
.logo {
  width: 32px; height: 32px; flex: none; border-radius: 50%; object-fit: cover; display: grid; place-items: center;
  font-size: 12px; font-weight: 600; background: var(--tint); color: var(--strong);
}
.name { font-weight: 600; line-height: 1.3 }
.name, .platforms { display: -webkit-box; -webkit-line-clamp: 1; -webkit-box-orient: vertical; overflow: hidden }
.platforms { font-size: 12px; line-height: 1.4; color: var(--quiet) }
.media { position: relative; aspect-ratio: 4 / 5; background: var(--tint); color: var(--strong); display: grid; place-items: center; overflow: hidden }
.media img { position: absolute; inset: 0; width: 100%; height: 100%; object-fit: contain; font-size: 12px }
.media h2 {
  width: calc(100% - 48px); font-size: 24px; line-height: 1.25; font-weight: 600; letter-spacing: -0.01em; text-wrap: balance;
  -webkit-line-clamp: 8;
}
.initials { font-size: 64px; font-weight: 600; letter-spacing: -0.02em; opacity: 0.8 }
.badge { position: absolute; inset-inline-start: 12px; bottom: 12px; padding: 2px 8px; border-radius: 999px; font-size: 12px; background: rgb(0 0 0 / 0.72); color: #fff }
.text { flex: 1; display: flex; flex-direction: column; gap: 8px; padding: 16px }
h2 { font-size: 14px; line-height: 1.4; font-weight: 600; display: -webkit-box; -webkit-line-clamp: 2; -webkit-box-orient: vertical; overflow: hidden }
.copy { white-space: pre-line }
details { color: var(--ink) }
summary { list-style: none; cursor: pointer; display: -webkit-box; -webkit-line-clamp: 3; -webkit-box-orient: vertical; overflow: hidden }
summary::-webkit-details-marker { display: none }
details[open] summary { display: block }
.facts { margin-top: auto; font-size: 12px; color: var(--quiet) }
.links { display: flex; flex-wrap: wrap; gap: 4px 12px; justify-content: space-between; padding-top: 12px; border-top: 1px solid var(--line); font-size: 14px }
.links a { color: var(--accent); font-weight: 600; min-width: 0 }
.links .domain, .links .source { color: var(--quiet); font-weight: 400 }
.pages { display: flex; justify-content: center; gap: 8px; margin-top: 32px }
.pages a { padding: 8px 16px; border: 1px solid var(--line); border-radius: 8px; background: var(--card); font-weight: 600 }
.empty, .notice { max-width: 720px; font-size: 16px; color: var(--quiet) }
.notice h1 { color: var(--ink); margin-bottom: 8px }
.foot { margin-top: 48px; font-size: 12px; color: var(--quiet) }
@media (prefers-color-scheme: dark) {
  .card { --tint: oklch(0.28 0.035 var(--hue)); --strong: oklch(0.87 0.055 var(--hue)) }
}
${hueRules}
`;

const digest = createHash('sha256').update(style).digest('base64');

/** Allows only this style and pictures of this service: no scripts and no other hosts. */
export const contentSecurityPolicy = [
  "default-src 'none'",
  `style-src 'sha256-${digest}'`,
  "img-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');
