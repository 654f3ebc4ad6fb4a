import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { drawWords } from '../../testing/words.ts';
import { InvalidImage } from '../images/checkImage.ts';
import { createPictureReader, readsPictureWords, UnreadablePicture } from './pictureReader.ts';
import { toLines } from './recognizer.ts';

describe('reading words', () => {
  const reader = createPictureReader();
  let kettle: Buffer;
  beforeAll(async () => {
    kettle = await drawWords(['Meet the kettle', 'Free shipping today']);
  });
  afterAll(() => reader.close());

  it('returns the lines of a picture with their confidence', async () => {
    const lines = await reader.read(kettle);
    expect(lines.map(({ text }) => text)).toEqual(['Meet the kettle', 'Free shipping today']);
    for (const { confidence } of lines) {
      expect(confidence).toBeGreaterThan(0.5);
      expect(confidence).toBeLessThanOrEqual(1);
    }
  });

  it.each(['jpeg', 'webp'] as const)('reads %s', async (format) => {
    const lines = await reader.read(await sharp(kettle).toFormat(format).toBuffer());
    expect(lines.map(({ text }) => text).join(' ')).toContain('shipping');
  });

  it('returns no lines for a picture without words', async () => {
    expect(await reader.read(await drawWords([]))).toEqual([]);
  });

  it('rejects a damaged file, and reads the next one', async () => {
    await expect(reader.read(Buffer.from('no picture'))).rejects.toThrow(InvalidImage);
    expect(await reader.read(kettle)).toHaveLength(2);
  });

  it('starts another process after it was closed', async () => {
    await reader.close();
    expect(await reader.read(kettle)).toHaveLength(2);
  });

  it('rejects a picture that takes too long, and ends the process', async () => {
    const impatient = createPictureReader(1);
    await expect(impatient.read(kettle)).rejects.toThrow(UnreadablePicture);
    await impatient.close();
  });

  it('rejects the picture that is being read when it is closed', async () => {
    const closed = createPictureReader();
    let outcome: unknown;
    const reading = closed.read(kettle).then(
      () => (outcome = 'read'),
      (error: unknown) => (outcome = error),
    );
    await expect.poll(() => closed.close().then(() => outcome)).toBeInstanceOf(UnreadablePicture);
    await reading;
  });
});

describe('the table of the recognizer', () => {
  const row = (line: number, confidence: number, text: string): string =>
    `5\t1\t1\t1\t${line}\t1\t0\t0\t10\t10\t${confidence}\t${text}`;

  it('becomes lines of words, without unlikely words and marks', () => {
    const table = [
      '1\t1\t0\t0\t0\t0\t0\t0\t10\t10\t-1\t',
      row(1, 90.4, 'Free'),
      row(1, 80.6, 'shipping'),
      row(1, 95, '©'),
      row(2, 12, 'qv'),
      row(3, 100, '20%'),
      '',
    ].join('\n');
    expect(toLines(table)).toEqual([
      { text: 'Free shipping', confidence: 0.86 },
      { text: '20%', confidence: 1 },
    ]);
  });
});

describe('whether words are read', () => {
  it.each([
    ['auto', 4e9, true],
    ['auto', 3.9e9, false],
    ['on', 1e9, true],
    ['off', 64e9, false],
  ] as const)('%s with %d bytes of memory: %s', (setting, memory, expected) => {
    expect(readsPictureWords(setting, memory)).toBe(expected);
  });
});
