import { libCopy } from './copy.ts';
import { createSharedValue } from './store.ts';

export const themes = (['system', 'light', 'dark'] as const).map((value) => ({
  value,
  label: libCopy.themeNames[value],
}));

type Theme = (typeof themes)[number]['value'];

/** The storage key that `theme.js` reads before the first paint. */
const name = 'magpie.theme';
const selected = createSharedValue<Theme>(currentTheme());

export function useTheme(): [Theme, (theme: Theme) => void] {
  return [selected.use(), chooseTheme];
}

/** Set by `theme.js` before this script runs. */
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
    // Storage is blocked: the theme lasts until the page is closed.
  }
  selected.set(theme);
}
