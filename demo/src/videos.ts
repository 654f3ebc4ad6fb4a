import sharp from 'sharp';
import { drawDemoImage } from './images.ts';
import { keyFrame, movedFrame, pictureParameters, sequenceParameters, type Offset } from './video/h264.ts';
import { writeMp4 } from './video/mp4.ts';
import { demoVideoSeconds } from './videoSeconds.ts';

const framesPerSecond = 20;
const stored = { width: 208, height: 368 };
const shown = { width: 180, height: 320 };
/** How far the camera moves: to the right and back, and up and down from the center; less than the margins. */
const reach = { x: 24, y: 20 };
/** Of one round of the camera. */
const roundSeconds = 8;

/** The video at a path of the demo host: a camera that moves over its poster; null if the path is no video. */
export async function renderDemoVideo(path: string): Promise<Buffer | null> {
  const poster = drawDemoImage(path.replace(/\.mp4$/, '-poster.jpg'));
  if (!path.endsWith('.mp4') || poster === null) return null;
  const rgb = await sharp(Buffer.from(poster))
    .flatten()
    .resize(stored.width, stored.height, { fit: 'cover' })
    .toColourspace('srgb')
    .raw()
    .toBuffer();
  const picture = { ...stored, rgb };
  const count = demoVideoSeconds(path) * framesPerSecond;
  return writeMp4({
    ...shown,
    framesPerSecond,
    sequence: sequenceParameters(picture, shown),
    picture: pictureParameters(),
    frames: Array.from({ length: count }, (_, frame) =>
      frame === 0 ? keyFrame(picture) : movedFrame(picture, frame, offsetAt(frame / framesPerSecond)),
    ),
  });
}

function quarters(pixels: number): number {
  return Math.round(pixels * 4);
}

function offsetAt(second: number): Offset {
  const angle = (second / roundSeconds) * 2 * Math.PI;
  return { x: quarters((reach.x / 2) * (1 - Math.cos(angle))), y: quarters(reach.y * Math.sin(angle / 2)) };
}
