import type { Answers } from '../../../api/types.ts';
import { readable } from '../../../words/labels.ts';

export type Act = Answers['audit']['list']['acts'][number];

/** What people did, as a sentence goes on after their name. */
export const actNames: Readonly<Record<string, string>> = {
  'key.created': 'created an API key',
  'key.revoked': 'revoked an API key',
  'session.signed_in': 'signed in',
  'session.failed': 'failed to sign in',
  'session.signed_out': 'signed out',
  'session.ended': 'ended a session',
  'sign_in_link.created': 'made a sign-in link',
  'password.changed': 'changed the password',
  'password.reset': 'reset the password',
  'email.verified': 'verified the address',
  'email.changed': 'changed the address',
  'account.created': 'made an account',
  'account.exported': 'exported the account',
  'account.deleted': 'deleted the account',
  'team.created': 'created a team',
  'team.updated': 'changed a team',
  'team.deleted': 'deleted a team',
  'team.invited': 'invited somebody',
  'team.joined': 'joined a team',
  'team.removed': 'removed somebody',
  'team.role_changed': 'changed a role',
  'library.exported': 'exported saved ads',
  'backup.made': 'made a backup',
  'webhook.created': 'added a webhook',
  'webhook.secret_rolled': 'made a new secret of a webhook',
  'webhook.deleted': 'deleted a webhook',
};

export function actName(act: string): string {
  return actNames[act] ?? readable(act.replace('.', ' ')).toLowerCase();
}

/** Who did it: a person, the operator, or somebody who has shown nothing yet. */
export function actorOf({ actorEmail, actorId, via }: Act): string {
  if (actorEmail !== null) return actorEmail;
  if (via === 'command line') return 'The operator';
  return actorId === null ? 'Somebody' : 'A person who is gone';
}

/** What it was done to and how, in one line. */
export function factsOf({ subject, actorEmail, details, via, address }: Act): string[] {
  const told = Object.entries(details).flatMap(([name, value]) =>
    value === subject || value === null ? [] : [`${spaced(name)}: ${written(value)}`],
  );
  return [
    ...(subject === null || subject === actorEmail ? [] : [subject.replace(/^([a-z]+):/, '$1 ')]),
    ...told,
    ...(via === null ? [] : [`by ${via.replace(/:.*$/, '')}`]),
    ...(address === null ? [] : [`from ${address}`]),
  ];
}

function written(value: unknown): string {
  if (Array.isArray(value)) return value.map(written).join(', ');
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** `webhookId` → `webhook id` */
function spaced(name: string): string {
  return readable(name.replaceAll(/(?=[A-Z])/g, ' ')).toLowerCase();
}
