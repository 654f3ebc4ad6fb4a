import { describe, expect, it } from 'vitest';
import { isAllowed, parseRobots } from './robots.ts';

describe('robots.txt rules', () => {
  const everybody =
    'User-agent: *\nDisallow: /cart\nDisallow: /*?sort=\nAllow: /cart/help\nDisallow: /*.pdf$\n';

  it.each<[robots: string, path: string, allowed: boolean]>([
    ['', '/a', true],
    [everybody, '/products/a', true],
    [everybody, '/cart', false],
    [everybody, '/cartography', false],
    [everybody, '/cart/help/returns', true],
    [everybody, '/shirts?sort=price', false],
    [everybody, '/manual.pdf', false],
    [everybody, '/manual.pdf?page=2', true],
    ['User-agent: *\nDisallow:', '/a', true],
    ['User-agent: *\nDisallow: /\nAllow: /a', '/a', true],
    ['User-agent: *\nDisallow: /a\nAllow: /a', '/a', true],
    ['user-agent: Magpie/2.0 # us\nDISALLOW : /a # no', '/a', false],
    ['User-agent: *\nDisallow: /\n\nUser-agent: magpie\nAllow: /', '/a', true],
    [
      'User-agent: magpie\nDisallow: /a\n\nUser-agent: *\nDisallow: /\n\nUser-agent: Magpie\nDisallow: /b',
      '/b',
      false,
    ],
    ['User-agent: magpie\nUser-agent: other\nDisallow: /a', '/a', false],
    ['User-agent: other\nDisallow: /', '/a', true],
    ['Disallow: /', '/a', true],
    ['\u{feff}User-agent: *\r\nDisallow: /\r\n', '/a', false],
    ['User-agent: *\nDisallow: /caf%c3%a9', '/caf%C3%A9', false],
    ['User-agent: *\nDisallow: /café', '/caf%C3%A9', false],
    ['User-agent: *\nDisallow: /secret', '/%73ecret/p', false],
    ['User-agent: *\nDisallow: /%73ecret', '/secret/p', false],
    ['User-agent: *\nDisallow: /a%2Fb', '/a/b', true],
    ['User-agent: *\nDisallow: /with-a-%2a.html', '/with-a-*.html', false],
    ['User-agent: *\nDisallow: /foo-%24', '/foo-$', false],
    ['User-agent: *\nDisallow: /$foo', '/$foo', false],
    ['<!doctype html><title>Not found</title>', '/a', true],
  ])('%j: %s %s', (robots, path, allowed) => {
    expect(isAllowed(parseRobots(robots), path)).toBe(allowed);
  });
});
