import { createStore } from '../parts/store.ts';

export type Theme = 'system' | 'light' | 'dark';

export const themes: readonly { readonly value: Theme; readonly label: string }[] = [
  { value: 'system', label: 'As the system' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
];

/** Kept as plain text under the name that `theme.js` reads before the first paint. */
const name = 'magpie.theme';
const chosen = createStore<Theme>(currentTheme());

/** The colours that hold, and a way to choose others. */
export function useTheme(): [Theme, (theme: Theme) => void] {
  return [chosen.use(), chooseTheme];
}

/** `theme.js` has set it by now. */
function currentTheme(): Theme {
  const { theme } = document.documentElement.dataset;
  return theme === 'light' || theme === 'dark' ? theme : 'system';
}

function chooseTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  try {
    if (theme === 'system') localStorage.removeItem(name);
    else localStorage.setItem(name, theme);
  } catch {
    // Storage is closed to us: it holds as long as the page.
  }
  chosen.set(theme);
}
