import { expect, it } from 'vitest';
import { uploadError } from './uploads.ts';

it('rejects invalid files before the upload, with advice', () => {
  const error = (name: string, type: string, size = 1000) => uploadError({ name, type, size });
  expect(error('logo.svg', 'image/svg+xml')).toContain('Export it as a PNG');
  expect(error('LOGO.SVG', '')).toContain('Export it as a PNG');
  expect(error('notes.pdf', 'application/pdf')).toContain('Choose a JPEG');
  expect(error('large.png', 'image/png', 15 * 1024 * 1024 + 1)).toContain('15 MB');
  expect(error('photo.jpg', 'image/jpeg', 15 * 1024 * 1024)).toBeNull();
  // Without a type from the browser, the server checks the content.
  expect(error('photo.avif', '')).toBeNull();
});
