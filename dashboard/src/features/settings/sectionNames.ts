/** The sections of the settings by path. */
export const sectionNames = {
  account: 'Account',
  keys: 'API keys',
  agents: 'Agents',
  team: 'Teams',
  sessions: 'Sessions',
  sources: 'Sources',
  webhooks: 'Webhooks',
  audit: 'Audit log',
} as const;

export type SectionName = keyof typeof sectionNames;
