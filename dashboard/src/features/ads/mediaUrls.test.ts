import { imageWidths } from '@magpie/contract/limits';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { imageProps } from './mediaUrls.ts';

describe('an image', () => {
  beforeEach(() => {
    vi.stubGlobal('location', new URL('https://magpie.example/discover'));
    return () => vi.unstubAllGlobals();
  });

  it('of another host has a file of this server for each width, of which the browser chooses one', () => {
    const { srcSet = '', sizes, src } = imageProps('https://ads.example/a b.jpg', '14rem', 'abc');
    const path = '/pictures?url=https%3A%2F%2Fads.example%2Fa%20b.jpg&width=';
    expect(srcSet.split(', ')).toEqual(imageWidths.map((width) => `${path}${width}&ad=abc ${width}w`));
    expect({ sizes, src }).toEqual({ sizes: '14rem', src: `${path}640&ad=abc` });
  });

  it('of this server has the width of its file', () => {
    expect(imageProps('https://magpie.example/media/1.webp?v=2', '14rem')).toEqual({
      src: '/media/1.webp?v=2',
    });
  });
});
