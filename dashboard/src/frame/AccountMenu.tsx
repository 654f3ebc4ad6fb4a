import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useAccount } from '../api/account.ts';
import { signOut } from '../api/signIn.ts';
import { IconButton } from '../parts/Button.tsx';
import { Menu, MenuChoice, MenuItem, MenuLabel, MenuLine } from '../parts/Menu.tsx';
import { tellError } from '../parts/toast.tsx';
import { chooseTheme, currentTheme, type Theme } from './theme.ts';

const themes: readonly (readonly [Theme, string])[] = [
  ['system', 'As the system'],
  ['light', 'Light'],
  ['dark', 'Dark'],
];

function leave(): void {
  // The page is loaded anew, so that nothing of the account stays in it.
  signOut().then(() => location.assign('/sign-in'), tellError);
}

export function AccountMenu() {
  const account = useAccount();
  const [theme, setTheme] = useState(currentTheme);
  return (
    <Menu
      trigger={
        <IconButton label="Account" className="rounded-full">
          <span
            aria-hidden
            className="flex size-7 items-center justify-center rounded-full bg-accent font-semibold text-on-accent"
          >
            {(account.name ?? account.email).charAt(0).toUpperCase()}
          </span>
        </IconButton>
      }
    >
      <MenuLabel>{account.email}</MenuLabel>
      <MenuItem asChild>
        <Link to="/settings">Settings</Link>
      </MenuItem>
      <MenuLine />
      <MenuLabel>Colours</MenuLabel>
      {themes.map(([value, name]) => (
        <MenuChoice
          key={value}
          checked={theme === value}
          onSelect={() => {
            chooseTheme(value);
            setTheme(value);
          }}
        >
          {name}
        </MenuChoice>
      ))}
      <MenuLine />
      <MenuItem onSelect={leave}>Sign out</MenuItem>
    </Menu>
  );
}
