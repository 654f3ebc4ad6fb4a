import {
  Bot,
  Database,
  KeyRound,
  type LucideIcon,
  MonitorSmartphone,
  ScrollText,
  UserRound,
  UsersRound,
  Webhook,
} from 'lucide-react';
import { type SectionName, sectionNames } from './sectionNames.ts';

export const sectionIcons: Readonly<Record<SectionName, LucideIcon>> = {
  account: UserRound,
  keys: KeyRound,
  agents: Bot,
  team: UsersRound,
  sessions: MonitorSmartphone,
  sources: Database,
  webhooks: Webhook,
  audit: ScrollText,
};

export function isSection(name: string): name is SectionName {
  return Object.hasOwn(sectionNames, name);
}
