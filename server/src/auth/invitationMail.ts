import type { Team } from '@magpie/contract';
import { shown } from '@magpie/contract/errors';
import { html, type Html } from '../integrations/html.ts';
import type { Mail } from '../integrations/mail/outbox.sql.ts';
import type { Named } from './people.sql.ts';

export interface InvitationLetter {
  readonly to: string;
  readonly inviter: Named;
  readonly teamName: string;
  readonly role: Team['role'];
  readonly link: string;
  readonly expiresAt: Date;
}

/** What each role is for, as a person who has never seen this service reads it. */
const asWhat: Readonly<Record<Team['role'], string>> = {
  owner: 'an owner, who can do everything in it',
  admin: 'an admin, who manages its members and boards',
  member: 'a member, who saves ads to its boards',
  viewer: 'a viewer, who looks at its boards',
};

export function invitationMail(letter: InvitationLetter): Mail {
  const { to, inviter, teamName, role, link, expiresAt } = letter;
  const who = inviterNamed(inviter);
  const team = `“${plainName(teamName)}”`;
  const before = [
    `${who} invites you to the team ${team} on Magpie as ${asWhat[role]}.`,
    `Open this link and sign in or sign up with the address ${to}:`,
  ];
  const after = [
    `The link works once, until ${expiresAt.toISOString().slice(0, 10)}. If you did not expect this, you need not do anything.`,
  ];
  return {
    to,
    subject: `${who} invites you to the team ${team}`,
    text: `${[...before, link, ...after].join('\n\n')}\n`,
    html: [
      ...before.map(paragraph),
      html`<p><a href="${link}">${link}</a></p>`,
      ...after.map(paragraph),
    ].join('\n'),
  };
}

/** By an address only if it is known to be theirs: anybody can claim to have one. */
function inviterNamed({ name, email, isVerified }: Named): string {
  const named = name === null ? '' : plainName(name);
  if (!isVerified) return named === '' ? 'Somebody' : named;
  return named === '' ? email : `${named} (${email})`;
}

/**
 * What makes part of a name look like an address to a program that reads mails, which would make a link of it: dots,
 * slashes, colons and at signs within a word, in all forms that such programs know.
 */
const addressSigns = /(?<=\S)[.:/\\@\u3002\uff0e\uff61\uff1a\uff0f\uff3c\uff20]+(?=\S)/g;

const longestName = 60;

/** A name that somebody chose, in one short line without anything that could be taken for a link or the end of the name. */
function plainName(name: string): string {
  const line = name.replaceAll(/[\s\u0085]+/gu, ' ').replaceAll(/["“”<>]/g, '');
  return shown(line.replaceAll(addressSigns, ' '), longestName).trim();
}

const paragraph = (text: string): Html => html`<p>${text}</p>`;
