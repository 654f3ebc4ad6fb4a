import { z } from 'zod';
import { maxLogoBytes } from '../limits.ts';
import { base64 } from './fields.ts';

export const logoTooLargeMessage = `The image is larger than ${maxLogoBytes / 1024 ** 2} MB; upload a smaller one.`;

export const logo = z
  .string()
  .nullable()
  .describe('A data URI, shown on public boards and shared reports; null without one.');

export const logoFile = base64
  .nullable()
  .describe('A JPEG, PNG, GIF, WebP or AVIF image in base64, at most 4 MB; null removes the logo.');

export const logoUpload = {
  // 4 MB in base64, with line breaks.
  bodyLimit: 6 * 1024 * 1024,
  tooLargeMessage: logoTooLargeMessage,
} as const;
