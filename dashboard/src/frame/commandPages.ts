import { places } from './places.ts';

interface CommandPage {
  readonly address: string;
  readonly name: string;
}

const sections = {
  account: 'Account',
  keys: 'API keys',
  team: 'Teams',
  sessions: 'Sessions',
  sources: 'Sources',
  webhooks: 'Webhooks',
  reference: 'API reference',
} as const;

/** Every page that has a name of its own, to be found by a part of it. */
export const commandPages: readonly CommandPage[] = [
  ...places.map(({ to, name }) => ({ address: to, name })),
  { address: '/compare', name: 'Compare brands' },
  { address: '/alerts/rules/new', name: 'New alert rule' },
  ...Object.entries(sections).map(([section, name]) => ({
    address: `/settings/${section}`,
    name: `Settings: ${name}`,
  })),
];
