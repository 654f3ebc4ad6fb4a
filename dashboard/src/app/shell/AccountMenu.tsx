import { Link } from '@tanstack/react-router';
import { useAccount } from '../../lib/api/account.ts';
import { signOut } from '../../lib/api/signIn.ts';
import { IconButton } from '../../ui/Button.tsx';
import { Menu, MenuChoice, MenuItem, MenuLabel, MenuLine } from '../../ui/Menu.tsx';
import { toastError } from '../../ui/toast.tsx';
import { themes, useTheme } from '../../lib/theme.ts';
import { appCopy } from '../copy.ts';

const copy = appCopy.shell;

function leave(): void {
  // A full page load clears everything of the account from memory.
  signOut().then(() => location.assign('/sign-in'), toastError);
}

export function AccountMenu() {
  const account = useAccount();
  const [theme, chooseTheme] = useTheme();
  return (
    <Menu
      trigger={
        <IconButton label={copy.account} className="rounded-full">
          <span
            aria-hidden
            className="flex size-7 items-center justify-center rounded-full bg-accent font-semibold text-on-accent"
          >
            {(account.name ?? account.email).charAt(0).toUpperCase()}
          </span>
        </IconButton>
      }
    >
      <div className="px-2 py-1">
        {account.name !== null && <p className="truncate font-semibold">{account.name}</p>}
        <p className="truncate text-xs text-quiet">{account.email}</p>
      </div>
      <MenuLine />
      <MenuItem asChild>
        <Link to="/settings/$section" params={{ section: 'account' }}>
          {copy.settings}
        </Link>
      </MenuItem>
      <MenuItem asChild>
        <a href="/docs">{copy.apiReference}</a>
      </MenuItem>
      <MenuLine />
      <MenuLabel>{copy.theme}</MenuLabel>
      {themes.map(({ value, label }) => (
        <MenuChoice key={value} checked={theme === value} onSelect={() => chooseTheme(value)}>
          {label}
        </MenuChoice>
      ))}
      <MenuLine />
      <MenuItem onSelect={leave}>{copy.signOut}</MenuItem>
    </Menu>
  );
}
