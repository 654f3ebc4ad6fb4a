import type { SignInFormName } from '@magpie/contract';
import { MagpieError } from '@magpie/contract/errors';
import type { LimitRule, RateLimiter } from '../../rpc/rateLimit/rateLimit.ts';

interface LimitedBy {
  readonly by: readonly { readonly rule: LimitRule; readonly subject: string }[];
  readonly onlyFailures: boolean;
}

type ThrottledForm = SignInFormName | 'get-session' | 'callback' | 'verify-email';

export interface Attempt {
  readonly form: ThrottledForm;
  readonly account: string;
  readonly network: string;
}

const windowSeconds = 15 * 60;

export interface LoginThrottle {
  /** Counts an attempt in advance, so that concurrent attempts count too; throws if there are too many. */
  begin(attempt: Attempt): Promise<void>;
  succeeded(attempt: Attempt): Promise<void>;
}

export function createLoginThrottle(limiter: RateLimiter, signInLimit: number): LoginThrottle {
  const rules = {
    account: { name: 'sign-in', quota: signInLimit, windowSeconds },
    network: { name: 'sign-in-address', quota: 10 * signInLimit, windowSeconds },
    mails: { name: 'sign-in-mails', quota: signInLimit, windowSeconds },
    calls: { name: 'sign-in-calls', quota: 100 * signInLimit, windowSeconds },
    signUps: { name: 'sign-up', quota: signInLimit, windowSeconds },
  };
  /** The network comes first, so that a blocked network does not use up the attempts of an account. */
  const countedBy = ({ form, account, network }: Attempt): LimitedBy => {
    const byAccount = { rule: rules.account, subject: account };
    const byNetwork = { rule: rules.network, subject: network };
    const mails = { rule: rules.mails, subject: account };
    const call = { by: [{ rule: rules.calls, subject: network }], onlyFailures: false };
    const table: Record<ThrottledForm, LimitedBy> = {
      'sign-in/email': { by: [byNetwork, byAccount], onlyFailures: true },
      'change-password': { by: [byAccount], onlyFailures: true },
      'reset-password': { by: [byNetwork], onlyFailures: true },
      'set-password': { by: [byAccount], onlyFailures: false },
      'sign-in/social': { by: [byNetwork], onlyFailures: false },
      callback: { by: [byNetwork], onlyFailures: false },
      'verify-email': { by: [byNetwork], onlyFailures: false },
      'request-password-reset': { by: [byNetwork, mails], onlyFailures: false },
      'send-verification-email': { by: [byNetwork, mails], onlyFailures: false },
      'change-email': { by: [byAccount, mails], onlyFailures: false },
      'sign-up/email': { by: [{ rule: rules.signUps, subject: network }], onlyFailures: false },
      'get-session': call,
      'update-user': call,
      'sign-out': call,
    };
    return table[form];
  };
  return {
    begin: async (attempt) => {
      const taken: LimitedBy['by'][number][] = [];
      for (const one of countedBy(attempt).by) {
        const { allowed, resetSeconds } = await limiter.consume(one.rule, one.subject);
        if (allowed) taken.push(one);
        else {
          // A rejected attempt does not count.
          for (const { rule, subject } of taken) await limiter.refund(rule, subject);
          const message = `Too many attempts; try again in ${resetSeconds} seconds.`;
          throw new MagpieError('TOO_MANY_REQUESTS', message, { retryAfter: resetSeconds });
        }
      }
    },
    succeeded: async (attempt) => {
      const { by, onlyFailures } = countedBy(attempt);
      if (onlyFailures) for (const { rule, subject } of by) await limiter.refund(rule, subject);
    },
  };
}
