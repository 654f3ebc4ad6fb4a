import { expect, it } from 'vitest';
import { refusalOf } from './refusal.ts';

it('refuses before sending what the server would refuse, and says what would be right', () => {
  const refusal = (name: string, type: string, size = 1000) => refusalOf({ name, type, size });
  expect(refusal('logo.svg', 'image/svg+xml')).toContain('Export it as a PNG');
  expect(refusal('LOGO.SVG', '')).toContain('Export it as a PNG');
  expect(refusal('notes.pdf', 'application/pdf')).toContain('Choose a JPEG');
  expect(refusal('large.png', 'image/png', 15 * 1024 * 1024 + 1)).toContain('15 MB');
  expect(refusal('photo.jpg', 'image/jpeg', 15 * 1024 * 1024)).toBeNull();
  // A system that knows no type for it: the server looks at what it is.
  expect(refusal('photo.avif', '')).toBeNull();
});
