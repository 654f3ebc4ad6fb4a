import { createImageRenderer } from '../integrations/drawing/drawing.ts';
import { styledText } from '../integrations/drawing/lettering.ts';

/** A PNG with these lines in white on blue, and shapes below them, so that it has enough edges to be recognized. */
export async function drawWords(lines: readonly string[], shapeColor = '#ffcc33'): Promise<Buffer> {
  const drawing = createImageRenderer();
  try {
    const [width, height] = [700, 700];
    const box = (left: number, top: number, side: number, backgroundColor: string) => ({
      style: { position: 'absolute', left, top, width: side, height: side, backgroundColor },
    });
    return await drawing.render({
      width,
      height,
      root: {
        style: { display: 'flex', width, height, backgroundColor: '#224466' },
        parts: [box(400, 400, 240, shapeColor), box(60, 360, 150, '#ffffff'), box(140, 460, 180, '#dd3322')],
      },
      lines: lines.map((text, at) => ({
        ...styledText(text, { weight: 700, isLarge: true, language: 'en' }),
        x: 50,
        baseline: 120 + 90 * at,
        align: 'left' as const,
        size: 56,
        color: '#ffffff',
      })),
    });
  } finally {
    await drawing.close();
  }
}
