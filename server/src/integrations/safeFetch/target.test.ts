import { describe, expect, it } from 'vitest';
import { redirectTarget, parseTarget } from './target.ts';

describe('targetOf', () => {
  it.each([
    'file:///etc/passwd',
    'ftp://example.com/a',
    'gopher://example.com/',
    'data:image/png;base64,AAAA',
    'javascript:alert(1)',
    'blob:https://example.com/1',
    'http://ann@example.com/',
    'http://ann:secret@example.com/',
    'http://:secret@example.com/',
    'http://',
    'example.com/a.png',
    '//example.com/a.png',
    'http://exa mple.com/',
    'http://[::1%25eth0]/',
    'http://1.2.3.256/',
    `http://example.com/${'a'.repeat(8192)}`,
    '',
  ])('refuses %s', (address) => {
    expect(() => parseTarget(address)).toThrow(
      'Only http and https URLs of up to 8192 characters without user name and password can be fetched.',
    );
  });

  it('refuses a name that ends in a dot', () => {
    expect(() => parseTarget('http://localhost./')).toThrow(
      'The host localhost. ends with a dot; remove it.',
    );
  });

  it('leaves the fragment out', () => {
    expect(parseTarget('https://example.com/a?b#c').href).toBe('https://example.com/a?b');
  });
});

describe('redirectTarget', () => {
  const from = new URL('https://example.com/pictures/1');

  it.each([
    ['2', 'https://example.com/pictures/2'],
    ['/2', 'https://example.com/2'],
    ['//other.example/2', 'https://other.example/2'],
    ['?size=2', 'https://example.com/pictures/1?size=2'],
    ['https://other.example/ü', 'https://other.example/%C3%BC'],
  ])('%s leads to %s', (location, target) => {
    expect(redirectTarget(from, location).href).toBe(target);
  });

  it('never leads from https to http, but from http to https', () => {
    expect(() => redirectTarget(from, 'http://example.com/')).toThrow(
      'The host example.com redirects from https to http.',
    );
    expect(redirectTarget(new URL('http://example.com'), 'https://example.com/').protocol).toBe('https:');
  });
});
