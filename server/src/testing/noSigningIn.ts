import { memoryLimiter } from '../rpc/rateLimit/rateLimit.ts';

const nobody = (): Promise<never> => Promise.reject(new Error('Nobody signs in here.'));

const limiter = memoryLimiter();

/** For tests of a surface that is put together by hand and is about something else. */
export const noSigningIn = {
  signingIn: {
    desk: { submit: nobody, session: nobody, verifyAddress: nobody, comeBack: nobody },
    siteAddress: () => '',
  },
  signInLinks: {
    isOpen: nobody,
    open: nobody,
    whyProviderFailed: () => '',
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
