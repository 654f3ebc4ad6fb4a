import { z } from 'zod';

/** Chat services accept messages in their own format only, and their webhooks have addresses of their own. */
const services = [
  { hosts: /(?:^|\.)hooks\.slack(?:-gov)?\.com$/, format: slackMessage },
  { hosts: /\.(?:webhook\.office\.com|logic\.azure\.com|api\.powerplatform\.com)$/, format: teamsMessage },
];

/** What a chat message is made of. Notifications have a title and a body, tests a message. */
const chatPayload = z.object({
  data: z.object({
    title: z.string().optional(),
    body: z.string().optional(),
    message: z.string().optional(),
    adHashes: z.array(z.string()).default([]),
  }),
});

interface ChatMessage {
  readonly title: string;
  readonly text: string;
  readonly links: readonly { readonly name: string; readonly url: string }[];
}

/** Slack cuts longer texts off, and Teams rejects messages of 28 kB. */
const maxLetters = 2800;
const maxTitleLetters = 300;
/** Each line of Teams is a block of its own. */
const maxLines = 40;
const maxLinks = 5;

/** The body of the request: a message that people can read for Slack and Microsoft Teams, otherwise the payload itself. */
export function toRequestBody(url: string, payload: string, site: string): string {
  const { hostname } = new URL(url);
  const service = services.find(({ hosts }) => hosts.test(hostname));
  return service === undefined ? payload : JSON.stringify(service.format(readMessage(payload, site)));
}

function readMessage(payload: string, site: string): ChatMessage {
  const { title = 'Magpie', body, message = '', adHashes } = chatPayload.parse(JSON.parse(payload)).data;
  const ads = adHashes.slice(0, maxLinks);
  return {
    title: title.slice(0, maxTitleLetters).toWellFormed(),
    text: (body ?? message).slice(0, maxLetters).toWellFormed(),
    links: [
      ...ads.map((hash, at) => ({ name: `Ad ${at + 1}`, url: `${site}/ads/${hash}` })),
      { name: 'Open Magpie', url: `${site}/alerts` },
    ],
  };
}

/** Ads contain foreign text, which must not become mentions. */
function escapeSlack(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

function slackMessage({ title, text, links }: ChatMessage): object {
  const lines = [
    `*${escapeSlack(title).replaceAll('*', '')}*`,
    escapeSlack(text),
    links.map(({ name, url }) => `<${url}|${name}>`).join('  '),
  ];
  return { text: lines.filter((line) => line !== '').join('\n'), unfurl_links: false };
}

/** A text run, since text blocks would interpret Markdown. */
function textBlock(text: string, style: object = {}): object {
  return { type: 'RichTextBlock', inlines: [{ type: 'TextRun', text, ...style }] };
}

function teamsMessage({ title, text, links }: ChatMessage): object {
  return {
    type: 'message',
    attachments: [
      {
        contentType: 'application/vnd.microsoft.card.adaptive',
        content: {
          $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
          type: 'AdaptiveCard',
          version: '1.4',
          body: [
            textBlock(title, { weight: 'Bolder', size: 'Medium' }),
            ...text
              .split('\n')
              .filter((line) => line.trim() !== '')
              .slice(0, maxLines)
              .map((line) => textBlock(line)),
          ],
          actions: links.map(({ name, url }) => ({ type: 'Action.OpenUrl', title: name, url })),
        },
      },
    ],
  };
}
