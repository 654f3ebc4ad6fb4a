import { describe, expect, it } from 'vitest';
import { sendToBackground } from './messages.ts';

const envelope = { kind: 'save', input: null };

describe('sendToBackground', () => {
  it('retries once when the browser stopped the background', async () => {
    let calls = 0;
    const runtime = {
      id: 'magpie',
      sendMessage: async () => {
        calls += 1;
        if (calls === 1) throw new Error('The message channel closed before a response was received.');
        return { output: 'saved' };
      },
    };
    expect(await sendToBackground(envelope, runtime)).toEqual({ output: 'saved' });
  });

  it('reports a removed extension only when it is removed', async () => {
    const sendMessage = async (): Promise<never> => {
      throw new Error('No.');
    };
    expect(await sendToBackground(envelope, { sendMessage })).toEqual({
      problem: expect.stringMatching(/updated or removed/),
    });
    expect(await sendToBackground(envelope, { id: 'magpie', sendMessage })).toEqual({
      problem: 'Something went wrong. Try again.',
    });
  });
});
