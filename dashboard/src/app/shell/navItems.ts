import { Bell, Building2, Compass, FileText, LayoutGrid, Palette, Settings, TrendingUp } from 'lucide-react';
import { appCopy } from '../copy.ts';

const copy = appCopy.shell;

export const navItems = [
  { to: '/discover', name: copy.discover, icon: Compass },
  { to: '/boards', name: copy.boards, icon: LayoutGrid },
  { to: '/brands', name: copy.brands, icon: Building2 },
  { to: '/trending', name: copy.trending, icon: TrendingUp },
  { to: '/studio', name: copy.studio, icon: Palette },
  { to: '/alerts', name: copy.alerts, icon: Bell },
  { to: '/reports', name: copy.reports, icon: FileText },
  { to: '/settings', name: copy.settings, icon: Settings },
] as const;
