import type { LinkProps } from '@tanstack/react-router';
import { navItems } from '../shell/navItems.ts';
import { sectionNames } from '../../features/settings/sectionNames.ts';
import { appCopy } from '../copy.ts';

const copy = appCopy.commandMenu;

export type Destination = Pick<LinkProps, 'to' | 'params' | 'search'>;

export interface CommandPage {
  readonly name: string;
  readonly leadsTo: Destination;
}

/** Every named page, for the command menu. */
export const commandPages: readonly CommandPage[] = [
  ...navItems.map(({ to, name }) => ({ name, leadsTo: { to } })),
  { name: copy.compareBrands, leadsTo: { to: '/compare' } },
  {
    name: copy.newAlertRule,
    leadsTo: { to: '/alerts/rules/$ruleId', params: { ruleId: 'new' } },
  },
  ...Object.entries(sectionNames)
    // The audit log is for owners only, who find it in the settings.
    .filter(([section]) => section !== 'audit')
    .map(([section, name]) => ({
      name: copy.settings(name),
      leadsTo: { to: '/settings/$section' as const, params: { section } },
    })),
];
