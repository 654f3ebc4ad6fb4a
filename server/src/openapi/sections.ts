import { type Page, withoutMarks } from './pages.ts';
import { anchorOf } from './render.ts';

/** A part of a guide under its heading, as the search knows it. */
export interface Section {
  /** Of the page. */
  readonly title: string;
  readonly heading: string;
  readonly address: string;
  readonly text: string;
}

/** The parts of a guide. Pages of routers have none: their procedures are found by name. */
export function sectionsOf({ part, title, address, markdown }: Page): Section[] {
  if (part === 'router') return [];
  return partsOf(markdown).map(([first = '', ...lines]) => {
    const heading = first.replace(/^#+ +/, '');
    const anchor = first.startsWith('# ') ? '' : `#${anchorOf(heading)}`;
    return {
      title,
      heading: withoutMarks(heading),
      address: `${address}${anchor}`,
      text: withoutMarks(lines.join('\n')),
    };
  });
}

/** The lines of each part, its heading first. A line of code that begins with # is no heading. */
function partsOf(markdown: string): string[][] {
  const parts: string[][] = [];
  let isCode = false;
  for (const line of markdown.split('\n')) {
    if (line.startsWith('```')) isCode = !isCode;
    if (!isCode && /^#{1,6} /.test(line)) parts.push([]);
    parts.at(-1)?.push(line);
  }
  return parts;
}
