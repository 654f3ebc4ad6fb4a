import { ConnectorRefused, type ConnectorTools } from './connector.ts';

const minute = 60_000;
/** Sources run one after another, so a waiting one blocks the others. */
const maxWait = 2 * minute;
/** Longer waits are capped: the library may have recovered long before. */
const maxPostponement = 24 * 60 * minute;

/**
 * Waits before the next attempt. If the wait is too long, ends the run so that a later one continues.
 *
 * @param state the reason, as the start of a sentence: `TikTok is rate limiting requests`
 */
export async function waitOrPostpone(
  tools: ConnectorTools,
  state: string,
  milliseconds: number,
): Promise<void> {
  if (milliseconds > maxWait) {
    const retryAfter = Math.min(milliseconds, maxPostponement);
    throw new ConnectorRefused(`${state}; retry in ${Math.ceil(retryAfter / minute)} minutes.`, {
      retryable: true,
      retryAfter,
    });
  }
  tools.say(`${state}; retrying in ${Math.ceil(milliseconds / 1000)} s.`);
  await tools.sleep(milliseconds);
}
