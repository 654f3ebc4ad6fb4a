const nobody = (): Promise<never> => Promise.reject(new Error('Nobody signs in here.'));

/** For tests of other HTTP surfaces. */
export const noSignIn = {
  authService: { submit: nobody, session: nobody, verifyAddress: nobody, handleCallback: nobody },
  siteAddress: () => '',
  signInLinks: { isOpen: nobody, open: nobody, providerErrorMessage: () => '' },
  findInvitation: nobody,
  sessionAuth: { tokenIn: () => undefined, callerOf: () => undefined },
  oauth: {
    clients: { find: nobody, register: () => ({}) },
    tokens: { exchange: nobody, revoke: nobody },
    sites: () => ['http://127.0.0.1'],
    callerOf: () => undefined,
  },
  dashboard: () => null,
  outsideMedia: {
    showPicture: nobody,
    stream: nobody,
  },
};
