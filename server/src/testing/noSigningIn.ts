const nobody = (): Promise<never> => Promise.reject(new Error('Nobody signs in here.'));

/** For tests of a surface that is put together by hand and is about something else. */
export const noSigningIn = {
  signingIn: {
    desk: { submit: nobody, session: nobody, verifyAddress: nobody, comeBack: nobody },
    siteAddress: () => '',
  },
  signInLinks: { open: nobody, whyProviderFailed: () => '', siteAddress: () => '' },
};

export const noSessions = { tokenIn: () => undefined, callerOf: () => undefined };
