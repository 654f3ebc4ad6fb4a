import {
  BookOpen,
  Database,
  KeyRound,
  type LucideIcon,
  MonitorSmartphone,
  ScrollText,
  UserRound,
  UsersRound,
  Webhook,
} from 'lucide-react';

/** The parts of the settings, in their order. */
export const sections = {
  account: { name: 'Account', icon: UserRound },
  keys: { name: 'API keys', icon: KeyRound },
  team: { name: 'Teams', icon: UsersRound },
  sessions: { name: 'Sessions', icon: MonitorSmartphone },
  sources: { name: 'Sources', icon: Database },
  webhooks: { name: 'Webhooks', icon: Webhook },
  audit: { name: 'Audit log', icon: ScrollText },
  reference: { name: 'API reference', icon: BookOpen },
} as const satisfies Record<string, { readonly name: string; readonly icon: LucideIcon }>;

export type SectionName = keyof typeof sections;

export function isSection(name: string): name is SectionName {
  return Object.hasOwn(sections, name);
}
