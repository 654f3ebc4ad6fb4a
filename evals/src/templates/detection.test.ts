import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createImageRenderer } from '@magpie/server/integrations/drawing/drawing';
import { countFalseLayouts, measureDetection, minAgreement, type Detection } from './detection.ts';

const drawing = createImageRenderer();
afterAll(() => drawing.close());

let detections: readonly Detection[];
beforeAll(async () => {
  detections = await measureDetection(drawing);
}, 300_000);

function shareOf(role: Detection['role']): number {
  const own = detections.filter((one) => one.role === role);
  return own.filter(({ agreement }) => agreement >= minAgreement).length / own.length;
}

describe('the regions of the studio’s templates', () => {
  it('are detected in most of their pictures', () => {
    expect(shareOf('headline')).toBeGreaterThan(0.7);
    expect(shareOf('picture')).toBeGreaterThan(0.6);
    expect(shareOf('button')).toBeGreaterThan(0.7);
  });

  it('are not seen in pictures without texts', async () => {
    expect(await countFalseLayouts(16)).toBe(0);
  });
});
