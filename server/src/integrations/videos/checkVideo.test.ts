import { renderDemoVideo } from '@magpie/demo/videos';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { InvalidImage } from '../images/checkImage.ts';
import { checkVideo } from './checkVideo.ts';

let mp4: Buffer;
beforeAll(async () => {
  mp4 = (await renderDemoVideo('/media/saas/acme/1-1080x1920.mp4')) ?? Buffer.alloc(0);
});

/** An element of WebM; lengths take four bytes. */
function element(id: string, ...content: readonly Buffer[]): Buffer {
  const bytes = Buffer.concat(content);
  const length = Buffer.alloc(4);
  length.writeUInt32BE((0x1000_0000 | bytes.length) >>> 0);
  return Buffer.concat([Buffer.from(id, 'hex'), length, bytes]);
}

function webm(...video: readonly Buffer[]): Buffer {
  const tracks = element('1654ae6b', element('ae', element('e0', ...video)));
  return Buffer.concat([element('1a45dfa3'), element('18538067', tracks, element('1f43b675'))]);
}

const size = [element('b0', Buffer.from([1, 0x40])), element('ba', Buffer.from([0xb4]))];

function outcomeOf(bytes: Buffer): string {
  try {
    checkVideo(bytes);
    return 'accepted';
  } catch (error) {
    return error instanceof InvalidImage ? 'rejected' : String(error);
  }
}

describe('a video', () => {
  it('is recognised by its content, with its size', () => {
    expect(checkVideo(mp4)).toEqual({ type: 'video/mp4', width: 180, height: 320 });
    const quickTime = Buffer.from(mp4);
    quickTime.write('qt  ', 8, 'latin1');
    expect(checkVideo(quickTime).type).toBe('video/quicktime');
    expect(checkVideo(webm(...size))).toEqual({ type: 'video/webm', width: 320, height: 180 });
  });

  it('is rejected if it has no picture or is something else', () => {
    expect(() => checkVideo(webm())).toThrow('no video track');
    for (const text of ['', '<html>', '\xff\xd8\xff\xe0 jpeg']) {
      expect(() => checkVideo(Buffer.from(text, 'latin1'))).toThrow('not an MP4, QuickTime or WebM');
    }
  });

  it('is rejected if it ends early', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: mp4.length - 1 }), (length) => {
        expect(() => checkVideo(mp4.subarray(0, length))).toThrow(InvalidImage);
      }),
    );
  });

  it('fails in no other way, whatever the bytes', () => {
    const flips = fc.array(fc.tuple(fc.nat(1999), fc.nat(255)), { maxLength: 8 });
    const start = () => fc.constantFrom(mp4, webm(...size));
    fc.assert(
      fc.property(fc.constant(null).chain(start), flips, (video, changes) => {
        const bytes = Buffer.from(video.subarray(0, 200_000));
        for (const [at, value] of changes) if (at < bytes.length) bytes[at] = value;
        expect(outcomeOf(bytes)).toMatch(/^(accepted|rejected)$/u);
      }),
    );
  });
});
