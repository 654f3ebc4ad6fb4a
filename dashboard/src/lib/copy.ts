import { plural } from './format.ts';

// Undefined in older versions of Node.js, in which tests read this file.
const isApple = typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.userAgent);

export const libCopy = {
  noResponse: 'The server did not respond. Check your connection and try again.',
  serverError:
    'Something went wrong on the server. Try again. If it keeps failing, contact your administrator.',
  unknownError: 'Something went wrong. Try again.',
  signedOut: 'You were signed out. Sign in to continue.',
  tooManyAttempts: (seconds: number) =>
    `Too many attempts. Try again in ${seconds <= 90 ? plural(seconds, 'second') : plural(Math.ceil(seconds / 60), 'minute')}.`,
  searchShortcut: isApple ? '⌘ K' : 'Ctrl K',
  formatNames: {
    video: 'Video',
    image: 'Image',
    carousel: 'Carousel',
    dco: 'Dynamic creative',
    dpa: 'Catalog ad',
    other: 'Other',
  },
  /** The parts of ad copy. */
  adPartNames: {
    hook: 'Hook',
    problem: 'Problem',
    proof: 'Proof',
    offer: 'Offer',
    cta: 'Call to action',
  },
  themeNames: { system: 'System', light: 'Light', dark: 'Dark' },
} as const;
