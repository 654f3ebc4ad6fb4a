import { places } from './places.ts';
import { sectionNames } from './settingsSections.ts';

interface CommandPage {
  readonly address: string;
  readonly name: string;
}

/** Every page that has a name of its own, to be found by a part of it. */
export const commandPages: readonly CommandPage[] = [
  ...places.map(({ to, name }) => ({ address: to, name })),
  { address: '/compare', name: 'Compare brands' },
  { address: '/alerts/rules/new', name: 'New alert rule' },
  ...Object.entries(sectionNames)
    // The log is for owners, who find it among the settings.
    .filter(([section]) => section !== 'audit')
    .map(([section, name]) => ({ address: `/settings/${section}`, name: `Settings: ${name}` })),
];
