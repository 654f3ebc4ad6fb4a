import { describe, expect, it } from 'vitest';
import { verifySignedText, signText } from './signedText.ts';

const secret = 'a secret of at least 32 characters';
const noon = new Date('2026-05-01T12:00:00Z');
const later = new Date('2026-05-01T12:10:00Z');
const text = signText(secret, 'export', 'user:ann ✓', later);

describe('a signed text', () => {
  it('returns its payload until it expires, and is safe in a URL', () => {
    expect(verifySignedText(secret, 'export', text, noon)).toBe('user:ann ✓');
    expect(verifySignedText(secret, 'export', text, later)).toBeNull();
    expect(text).toMatch(/^[\w.-]+$/);
  });

  it('is invalid with another secret, for another purpose, or with any character changed', () => {
    expect(verifySignedText(`${secret}!`, 'export', text, noon)).toBeNull();
    expect(verifySignedText(secret, 'file', text, noon)).toBeNull();
    for (let place = 0; place < text.length; place += 1) {
      const other = text[place] === 'A' ? 'E' : 'A';
      const changed = `${text.slice(0, place)}${other}${text.slice(place + 1)}`;
      expect(verifySignedText(secret, 'export', changed, noon), changed).toBeNull();
    }
    for (const junk of ['', '.', '..', '1.a', `${text}=`, `0${text}`, text.slice(1)]) {
      expect(verifySignedText(secret, 'export', junk, noon), junk).toBeNull();
    }
  });
});
