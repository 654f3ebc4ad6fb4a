import { describe, expect, it } from 'vitest';
import { unwrapRedirect } from './redirects.ts';

const shop = 'https://shop.example/shoes?a=1&b=2';
const wrapped = encodeURIComponent(shop);
const targetOf = (address: string): string | null => unwrapRedirect(new URL(address));

describe('a redirect URL', () => {
  it.each([
    `https://l.facebook.com/l.php?u=${wrapped}&h=AT0`,
    `https://m.facebook.com/l.php?u=${wrapped}`,
    `https://lm.instagram.com/?u=${wrapped}`,
    `https://www.google.co.uk/url?sa=t&q=${wrapped}`,
    `https://www.google.de/url?url=${wrapped}`,
    `https://www.linkedin.com/safety/go?url=${wrapped}`,
    `https://www.awin1.com/cread.php?awinmid=1&ued=${wrapped}`,
  ])('%s leads to the shop', (address) => {
    expect(targetOf(address)).toBe(shop);
  });

  it('may omit the scheme of its target', () => {
    expect(targetOf('https://l.facebook.com/l.php?u=%2F%2Fshop.example%2F')).toBe('https://shop.example/');
  });

  it('has no target if it is not a web URL or the page is not a redirect', () => {
    expect(targetOf('https://l.facebook.com/l.php?u=javascript:alert(1)')).toBeNull();
    expect(targetOf(`https://www.facebook.com/shop?u=${wrapped}`)).toBeNull();
    expect(targetOf(`https://www.google.com.shop.example/url?q=${wrapped}`)).toBeNull();
  });
});
