import { memoryLimiter } from '../rpc/rateLimit/rateLimit.ts';

const nobody = (): Promise<never> => Promise.reject(new Error('Nobody signs in here.'));

const limiter = memoryLimiter();

/** For tests of other HTTP surfaces. */
export const noSignIn = {
  signingIn: {
    authService: { submit: nobody, session: nobody, verifyAddress: nobody, handleCallback: nobody },
    siteAddress: () => '',
  },
  signInLinks: {
    isOpen: nobody,
    open: nobody,
    providerErrorMessage: () => '',
    siteAddress: () => '',
    limiter,
    limit: { name: 'public', quota: 1000, windowSeconds: 60 },
  },
  oauth: {
    clients: { find: nobody, register: () => ({}) },
    tokens: { exchange: nobody, revoke: nobody },
    sites: () => ['http://127.0.0.1'],
    callerOf: () => undefined,
    limiter,
    limit: { name: 'public', quota: 1000, windowSeconds: 60 },
  },
  dashboard: null,
  outsideMedia: {
    showPicture: nobody,
    stream: nobody,
    limiter,
    limit: { name: 'pictures', quota: 1000, windowSeconds: 60 },
  },
};

export const noSessions = { tokenIn: () => undefined, callerOf: () => undefined };
