import { plural } from './format.ts';

export const libCopy = {
  noResponse: 'The server did not respond. Check your connection and try again.',
  serverError:
    'Something went wrong on the server. Try again. If it keeps failing, contact your administrator.',
  unknownError: 'Something went wrong. Try again.',
  signedOut: 'You were signed out. Sign in to continue.',
  tooManyAttempts: (seconds: number) =>
    `Too many attempts. Try again in ${seconds <= 90 ? plural(seconds, 'second') : plural(Math.ceil(seconds / 60), 'minute')}.`,
  themeNames: { system: 'System', light: 'Light', dark: 'Dark' },
} as const;
