import {
  Bell,
  Building2,
  Compass,
  LayoutGrid,
  type LucideIcon,
  Palette,
  Settings,
  TrendingUp,
} from 'lucide-react';

interface NavItem {
  readonly to: '/discover' | '/boards' | '/brands' | '/trending' | '/studio' | '/alerts' | '/settings';
  readonly name: string;
  readonly icon: LucideIcon;
}

/** The links of the sidebar. */
export const navItems: readonly NavItem[] = [
  { to: '/discover', name: 'Discover', icon: Compass },
  { to: '/boards', name: 'Boards', icon: LayoutGrid },
  { to: '/brands', name: 'Brands', icon: Building2 },
  { to: '/trending', name: 'Trending', icon: TrendingUp },
  { to: '/studio', name: 'Studio', icon: Palette },
  { to: '/alerts', name: 'Alerts', icon: Bell },
  { to: '/settings', name: 'Settings', icon: Settings },
];
