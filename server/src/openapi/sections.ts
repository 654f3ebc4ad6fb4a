import { type Page, plainText } from './pages.ts';
import { anchorOf } from './render.ts';

/** A section of a guide, for the search. */
export interface Section {
  /** Title of the page. */
  readonly title: string;
  readonly heading: string;
  readonly address: string;
  readonly text: string;
}

/** The sections of a guide. Router pages have none: the search finds procedures by name. */
export function sectionsOf({ part, title, address, markdown }: Page): Section[] {
  if (part === 'router') return [];
  return splitSections(markdown).map(([first = '', ...lines]) => {
    const heading = first.replace(/^#+ +/, '');
    const anchor = first.startsWith('# ') ? '' : `#${anchorOf(heading)}`;
    return {
      title,
      heading: plainText(heading),
      address: `${address}${anchor}`,
      text: plainText(lines.join('\n')),
    };
  });
}

/** The lines of each section, heading first. A line of code that begins with # is not a heading. */
function splitSections(markdown: string): string[][] {
  const parts: string[][] = [];
  let isCode = false;
  for (const line of markdown.split('\n')) {
    if (line.startsWith('```')) isCode = !isCode;
    if (!isCode && /^#{1,6} /.test(line)) parts.push([]);
    parts.at(-1)?.push(line);
  }
  return parts;
}
