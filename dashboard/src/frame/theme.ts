export type Theme = 'system' | 'light' | 'dark';

/** Kept as plain text under the name that `theme.js` reads before the first paint. */
const name = 'magpie.theme';

export function currentTheme(): Theme {
  const { theme } = document.documentElement.dataset;
  return theme === 'light' || theme === 'dark' ? theme : 'system';
}

export function chooseTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  try {
    if (theme === 'system') localStorage.removeItem(name);
    else localStorage.setItem(name, theme);
  } catch {
    // Storage is closed to us: it holds as long as the page.
  }
}
