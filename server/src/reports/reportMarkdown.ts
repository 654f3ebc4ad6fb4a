import type { Report } from '@magpie/contract';
import { describeReport, type ReportItem, type ReportPart, type ReportSection } from './describeReport.ts';

/**
 * The report for agents and notes.
 * @param linkTo returns the address of an ad
 * @param link to the report as known when it was made; null without one
 */
export function reportMarkdown(
  report: Report,
  linkTo: (hash: string) => string | null,
  link: string | null = null,
): string {
  const { title, days, by, sections, note } = describeReport(report);
  const lines = [
    `# ${escapeText(title)}: ${days}`,
    ...(by === null ? [] : [`By ${escapeText(by)}.`]),
    ...sections.flatMap((section) => describeSection(section, title, linkTo)),
    ...(note === null ? [] : [note]),
    ...(link === null ? [] : [`[Permanent link to this version](${escapeUrl(link)})`]),
  ];
  return `${lines.join('\n\n')}\n`;
}

function describeSection(
  { brand, evidence, parts }: ReportSection,
  title: string,
  linkTo: (hash: string) => string | null,
): string[] {
  return [
    ...(brand === null || brand === title ? [] : [`## ${escapeText(brand)}`]),
    ...(evidence === null ? [] : [escapeText(evidence)]),
    ...parts.flatMap((part) => describePart(part, linkTo)),
  ];
}

function describePart(
  { title, summary, items, evidence }: ReportPart,
  linkTo: (hash: string) => string | null,
): string[] {
  return [
    `### ${escapeText(title)}`,
    escapeText(summary),
    ...(items.length === 0 ? [] : [items.map((item) => listItem(item, linkTo)).join('\n')]),
    ...(evidence === null ? [] : [escapeText(evidence)]),
  ];
}

function listItem(
  { hash, title, text, facts, picture, source }: ReportItem,
  linkTo: (hash: string) => string | null,
): string {
  const page = (hash === null ? null : linkTo(hash)) ?? source;
  const name = page === null ? escapeText(title) : `[${escapeText(title)}](${escapeUrl(page)})`;
  const links = [
    ...(picture === null ? [] : [`[picture](${escapeUrl(picture)})`]),
    ...(source === null || source === page ? [] : [`[in its library](${escapeUrl(source)})`]),
  ];
  const details = [...facts.map(escapeText), ...links].join(', ');
  return `- ${name} (${details})${text === null ? '' : `: ${escapeText(text)}`}`;
}

/** Texts of ads are untrusted: they must not become headings, links or HTML. */
function escapeText(text: string): string {
  return text
    .replaceAll(/\s+/gu, ' ')
    .trim()
    .replaceAll(/[\\`*_[\]<>#|~]/g, String.raw`\$&`);
}

function escapeUrl(url: string): string {
  return url.replaceAll(/[\s()<>\\]/g, (letter) =>
    encodeURIComponent(letter).replace('(', '%28').replace(')', '%29'),
  );
}
