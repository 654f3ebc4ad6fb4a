import { ConnectorRefused, type ConnectorTools } from './connector.ts';

const minute = 60_000;
/** Sources are run one after the other, so whoever waits holds up all others. */
const longestWait = 2 * minute;
/** What a library says is not believed beyond this: it may have recovered long before. */
const longestPostponement = 24 * 60 * minute;

/**
 * Waits before a library is asked again. Where that would take long, the run ends and a later one goes on.
 *
 * @param state why, as the beginning of a sentence: `TikTok takes no more requests for now`
 */
export async function waitOrEnd(tools: ConnectorTools, state: string, milliseconds: number): Promise<void> {
  if (milliseconds > longestWait) {
    const retryAfter = Math.min(milliseconds, longestPostponement);
    throw new ConnectorRefused(
      `${state}; it may be asked again in ${Math.ceil(retryAfter / minute)} minutes.`,
      {
        retryable: true,
        retryAfter,
      },
    );
  }
  tools.say(`${state}; asking again in ${Math.ceil(milliseconds / 1000)} s.`);
  await tools.sleep(milliseconds);
}
