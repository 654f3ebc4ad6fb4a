import type { SignInForm } from '@magpie/contract';
import { MagpieError } from '@magpie/contract/errors';
import type { LimitRule, RateLimiter } from '../../rpc/rateLimit/rateLimit.ts';

/** What one attempt is counted by, and whether it counts only when it fails. */
interface Counted {
  readonly by: readonly { readonly rule: LimitRule; readonly subject: string }[];
  readonly onlyFailures: boolean;
}

type Counting = SignInForm | 'get-session' | 'callback' | 'verify-email';

export interface Attempt {
  readonly form: Counting;
  /** Whose account it concerns: an e-mail address, or a person who is signed in. */
  readonly account: string;
  /** The network that it comes from. */
  readonly network: string;
}

const windowSeconds = 15 * 60;

/** Limits on guessing, and on having mails sent. */
export interface LoginThrottle {
  /** Counts an attempt before it is made, so that many at once are counted too; refuses it when there were too many. */
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
  /** The network first: one that has used up its attempts uses up nobody's account. */
  const countedBy = ({ form, account, network }: Attempt): Counted => {
    const ofAccount = { rule: rules.account, subject: account };
    const ofNetwork = { rule: rules.network, subject: network };
    const mails = { rule: rules.mails, subject: account };
    const call = { by: [{ rule: rules.calls, subject: network }], onlyFailures: false };
    const table: Record<Counting, Counted> = {
      'sign-in/email': { by: [ofNetwork, ofAccount], onlyFailures: true },
      'change-password': { by: [ofAccount], onlyFailures: true },
      'reset-password': { by: [ofNetwork], onlyFailures: true },
      'set-password': { by: [ofAccount], onlyFailures: false },
      'sign-in/social': { by: [ofNetwork], onlyFailures: false },
      callback: { by: [ofNetwork], onlyFailures: false },
      'verify-email': { by: [ofNetwork], onlyFailures: false },
      'request-password-reset': { by: [ofNetwork, mails], onlyFailures: false },
      'send-verification-email': { by: [ofNetwork, mails], onlyFailures: false },
      'change-email': { by: [ofAccount, mails], onlyFailures: false },
      'sign-up/email': { by: [{ rule: rules.signUps, subject: network }], onlyFailures: false },
      'get-session': call,
      'update-user': call,
      'sign-out': call,
    };
    return table[form];
  };
  return {
    begin: async (attempt) => {
      const taken: Counted['by'][number][] = [];
      for (const one of countedBy(attempt).by) {
        const { allowed, resetSeconds } = await limiter.take(one.rule, one.subject);
        if (allowed) taken.push(one);
        else {
          // What is refused counts nowhere.
          for (const { rule, subject } of taken) await limiter.giveBack(rule, subject);
          throw tooMany(resetSeconds);
        }
      }
    },
    succeeded: async (attempt) => {
      const { by, onlyFailures } = countedBy(attempt);
      if (onlyFailures) for (const { rule, subject } of by) await limiter.giveBack(rule, subject);
    },
  };
}

function tooMany(seconds: number): MagpieError {
  return new MagpieError('TOO_MANY_REQUESTS', `There were too many attempts; wait ${seconds} seconds.`, {
    retryAfter: seconds,
  });
}
