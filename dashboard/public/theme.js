// Runs before the first paint, so that a page in the colours somebody chose does not flash in the others.
try {
  const chosen = localStorage.getItem('magpie.theme');
  if (chosen === 'light' || chosen === 'dark') document.documentElement.dataset.theme = chosen;
} catch {
  // Storage is closed to us: the colours of the system are right.
}
