import type { LinkProps } from '@tanstack/react-router';
import { places } from './places.ts';
import { sectionNames } from './settingsSections.ts';

/** Where a command leads. */
export type Destination = Pick<LinkProps, 'to' | 'params' | 'search'>;

export interface CommandPage {
  readonly name: string;
  readonly leadsTo: Destination;
}

/** Every page that has a name of its own, to be found by a part of it. */
export const commandPages: readonly CommandPage[] = [
  ...places.map(({ to, name }) => ({ name, leadsTo: { to } })),
  { name: 'Compare brands', leadsTo: { to: '/compare' } },
  { name: 'New alert rule', leadsTo: { to: '/alerts/rules/$ruleId', params: { ruleId: 'new' } } },
  ...Object.entries(sectionNames)
    // The log is for owners, who find it among the settings.
    .filter(([section]) => section !== 'audit')
    .map(([section, name]) => ({
      name: `Settings: ${name}`,
      leadsTo: { to: '/settings/$section' as const, params: { section } },
    })),
];
