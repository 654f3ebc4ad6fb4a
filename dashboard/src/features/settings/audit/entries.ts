import type { AuditAct } from '@magpie/contract';
import type { RouterOutputs } from '../../../lib/api/types.ts';
import { humanize } from '../../../lib/labels.ts';

export type AuditEntry = RouterOutputs['audit']['list']['acts'][number];

/** Verb phrases, shown after the name of the actor. */
export const actionNames: Readonly<Record<string, string>> = {
  'key.created': 'created an API key',
  'key.revoked': 'revoked an API key',
  'session.signed_in': 'signed in',
  'session.failed': 'failed to sign in',
  'session.signed_out': 'signed out',
  'session.ended': 'ended a session',
  'sign_in_link.created': 'created a sign-in link',
  'password.changed': 'changed the password',
  'password.reset': 'reset the password',
  'email.verified': 'verified the email',
  'email.changed': 'changed the email',
  'account.created': 'created an account',
  'account.exported': 'exported the account',
  'account.deleted': 'deleted the account',
  'app.connected': 'connected an app',
  'app.disconnected': 'disconnected an app',
  'team.created': 'created a team',
  'team.updated': 'changed a team',
  'team.deleted': 'deleted a team',
  'team.invited': 'invited someone',
  'team.joined': 'joined a team',
  'team.removed': 'removed someone',
  'team.role_changed': 'changed a role',
  'library.exported': 'exported saved ads',
  'backup.made': 'created a backup',
  'webhook.created': 'added a webhook',
  'webhook.secret_rolled': 'rotated a webhook secret',
  'webhook.deleted': 'deleted a webhook',
} satisfies Readonly<Record<AuditAct, string>>;

export function actionName(act: string): string {
  return actionNames[act] ?? humanize(act.replace('.', ' ')).toLowerCase();
}

/** A user, the operator, or someone who is not signed in. */
export function actorOf({ actorEmail, actorId, via }: AuditEntry): string {
  if (actorEmail !== null) return actorEmail;
  if (via === 'command line') return 'The operator';
  return actorId === null ? 'Someone' : 'Deleted user';
}

/** The subject and details of an entry. */
export function entryFacts({ subject, actorEmail, details, via, address }: AuditEntry): string[] {
  const facts = Object.entries(details).flatMap(([name, value]) =>
    value === subject || value === null ? [] : [`${spaced(name)}: ${formatValue(value)}`],
  );
  return [
    ...(subject === null || subject === actorEmail ? [] : [subject.replace(/^([a-z]+):/, '$1 ')]),
    ...facts,
    ...(via === null ? [] : [`by ${via.replace(/:.*$/, '')}`]),
    ...(address === null ? [] : [`from ${address}`]),
  ];
}

function formatValue(value: unknown): string {
  if (Array.isArray(value)) return value.map(formatValue).join(', ');
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** `webhookId` → `webhook id` */
function spaced(name: string): string {
  return humanize(name.replaceAll(/(?=[A-Z])/g, ' ')).toLowerCase();
}
