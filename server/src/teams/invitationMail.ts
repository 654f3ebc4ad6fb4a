import type { Team } from '@magpie/contract';
import { sanitizeForMessage } from '@magpie/contract/errors';
import { html, type Html } from '../integrations/html.ts';
import type { Mail } from '../integrations/mail/outbox.sql.ts';
import type { PersonName } from './invitations.sql.ts';

export interface InvitationMailParams {
  readonly to: string;
  readonly inviter: PersonName;
  readonly teamName: string;
  readonly role: Team['role'];
  readonly link: string;
  readonly expiresAt: Date;
}

const roleDescriptions: Readonly<Record<Team['role'], string>> = {
  owner: 'an owner with full access',
  admin: 'an admin who manages members and boards',
  member: 'a member who saves ads to its boards',
  viewer: 'a viewer with read access to its boards',
};

export function invitationMail(params: InvitationMailParams): Mail {
  const { to, inviter, teamName, role, link, expiresAt } = params;
  const who = inviterName(inviter);
  const team = `“${plainName(teamName)}”`;
  const before = [
    `${who} invited you to the team ${team} on Magpie as ${roleDescriptions[role]}.`,
    `To accept, open this link and sign in or sign up as ${to}:`,
  ];
  const after = [
    `The link works once, until ${expiresAt.toISOString().slice(0, 10)}. If you did not expect this invitation, you can ignore it.`,
  ];
  return {
    to,
    subject: `${who} invited you to the team ${team}`,
    text: `${[...before, link, ...after].join('\n\n')}\n`,
    html: [
      ...before.map(paragraph),
      html`<p><a href="${link}">${link}</a></p>`,
      ...after.map(paragraph),
    ].join('\n'),
  };
}

function inviterName({ name, email, isVerified }: PersonName): string {
  const named = name === null ? '' : plainName(name);
  if (!isVerified) return named === '' ? 'Somebody' : named;
  return named === '' ? email : `${named} (${email})`;
}

/** Characters, also full-width ones, that make mail programs turn a name into a link. */
const addressSigns = /(?<=\S)[.:/\\@\u3002\uff0e\uff61\uff1a\uff0f\uff3c\uff20]+(?=\S)/g;

const maxNameLength = 60;

function plainName(name: string): string {
  const line = name.replaceAll(/[\s\u0085]+/gu, ' ').replaceAll(/["“”<>]/g, '');
  return sanitizeForMessage(line.replaceAll(addressSigns, ' '), maxNameLength).trim();
}

const paragraph = (text: string): Html => html`<p>${text}</p>`;
