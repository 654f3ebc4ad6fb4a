import { describe, expect, it } from 'vitest';
import { sendToBackground } from './messages.ts';

const envelope = { kind: 'save', asks: null };

describe('a page that asks the background', () => {
  it('asks once more when the browser ended it meanwhile', async () => {
    let asked = 0;
    const runtime = {
      id: 'magpie',
      sendMessage: async () => {
        asked += 1;
        if (asked === 1) throw new Error('The message channel closed before a response was received.');
        return { answers: 'saved' };
      },
    };
    expect(await sendToBackground(envelope, runtime)).toEqual({ answers: 'saved' });
  });

  it('is told that the extension is gone only where it is', async () => {
    const sendMessage = async (): Promise<never> => {
      throw new Error('No.');
    };
    expect(await sendToBackground(envelope, { sendMessage })).toEqual({
      problem: expect.stringMatching(/updated or removed/),
    });
    expect(await sendToBackground(envelope, { id: 'magpie', sendMessage })).toEqual({
      problem: 'This did not work. Try again.',
    });
  });
});
