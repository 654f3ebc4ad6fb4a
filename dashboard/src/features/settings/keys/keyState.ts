import type { ApiKey } from '../../../lib/api/types.ts';
import { plusDays, todayInUtc } from '../../../lib/days.ts';

type KeyState = 'active' | 'expired' | 'revoked';

export function keyState({ revokedAt, expiresAt }: ApiKey, now = Date.now()): KeyState {
  if (revokedAt !== null) return 'revoked';
  return expiresAt !== null && Date.parse(expiresAt) <= now ? 'expired' : 'active';
}

const expiries = { never: null, month: 30, quarter: 90, year: 365 } as const;
export type Expiry = keyof typeof expiries;

export function lastDay(expiry: Expiry, today = todayInUtc()): string | null {
  const days = expiries[expiry];
  return days === null ? null : plusDays(today, days);
}
