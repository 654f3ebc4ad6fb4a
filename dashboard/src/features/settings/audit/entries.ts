import type { AuditAct } from '@magpie/contract';
import type { RouterOutputs } from '../../../lib/api/types.ts';
import { humanize } from '../../../lib/labels.ts';
import { settingsCopy } from '../copy.ts';

const copy = settingsCopy.audit;

export type AuditEntry = RouterOutputs['audit']['list']['acts'][number];

/** Verb phrases, shown after the name of the actor. */
export const actionNames: Readonly<Record<string, string>> = copy.actionNames satisfies Readonly<
  Record<AuditAct, string>
>;

export function actionName(act: string): string {
  return actionNames[act] ?? humanize(act.replace('.', ' ')).toLowerCase();
}

/** A user, the operator, or someone who is not signed in. */
export function describeActor({ actorEmail, actorId, via }: AuditEntry): string {
  if (actorEmail !== null) return actorEmail;
  if (via === 'command line') return copy.operator;
  return actorId === null ? copy.someone : copy.deletedUser;
}

export function entryFacts({ subject, actorEmail, details, via, address }: AuditEntry): string[] {
  const facts = Object.entries(details).flatMap(([name, value]) =>
    value === subject || value === null ? [] : [`${spaced(name)}: ${formatValue(value)}`],
  );
  return [
    ...(subject === null || subject === actorEmail ? [] : [subject.replace(/^([a-z]+):/, '$1 ')]),
    ...facts,
    ...(via === null ? [] : [copy.by(via.replace(/:.*$/, ''))]),
    ...(address === null ? [] : [copy.from(address)]),
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
