import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseLandingPage } from './landingPage.ts';

const landingPageKey = (address: string): string | undefined => parseLandingPage(address)?.page;
const domainOf = (address: string): string | undefined => parseLandingPage(address)?.domain;

describe('one page', () => {
  it.each([
    'https://shop.example.com/Sale/Shoes',
    'http://shop.example.com/Sale/Shoes/',
    'https://www.shop.example.com/Sale/Shoes//',
    'https://SHOP.EXAMPLE.COM:443/Sale/Shoes?utm_source={{site_source_name}}#top',
    'http://shop.example.com.:80/Sale/./Shoes',
    'https://somebody:secret@shop.example.com/Sale/Shoes',
    'shop.example.com/Sale/Shoes',
  ])('is the landing page of %s', (address) => {
    expect(parseLandingPage(address)).toEqual({ page: 'shop.example.com/Sale/Shoes', domain: 'example.com' });
  });

  it('differs if the path differs in case or the port is not the default', () => {
    expect(landingPageKey('https://example.com/sale')).not.toBe(landingPageKey('https://example.com/Sale'));
    expect(landingPageKey('https://example.com:8443/sale')).toBe('example.com:8443/sale');
  });
});

describe('a domain', () => {
  it.each([
    ['https://a.b.example.co.uk/x', 'example.co.uk'],
    ['https://my-shop.myshopify.com/products/x', 'my-shop.myshopify.com'],
    ['https://myshopify.com/pricing', 'myshopify.com'],
    ['https://www.com/', 'www.com'],
    ['https://münchen.de/', 'xn--mnchen-3ya.de'],
    ['http://192.0.2.7:8080/x', '192.0.2.7'],
    ['http://[2001:db8::1]/x', '[2001:db8::1]'],
  ])('of %s is %s', (address, domain) => {
    expect(domainOf(address)).toBe(domain);
  });
});

describe('a redirect is resolved', () => {
  const shop = 'https://www.example.com/shoes?x=1&y=2';
  const wrapped = encodeURIComponent(shop);
  it.each([
    `https://l.facebook.com/l.php?u=${wrapped}&h=AT0`,
    `https://l.instagram.com/?u=${wrapped}&e=AT0`,
    `https://www.linkedin.com/redir/redirect?url=${wrapped}&urlhash=x`,
    `https://www.googleadservices.com/pagead/aclk?sa=L&ai=x&adurl=${wrapped}`,
    `https://www.google.com/url?sa=t&url=${wrapped}`,
    `https://www.youtube.com/redirect?event=x&q=${wrapped}`,
    `https://www.tiktok.com/link/v2?aid=1988&target=${wrapped}`,
    `https://l.facebook.com/l.php?u=${encodeURIComponent(`https://www.awin1.com/cread.php?awinmid=1&ued=${wrapped}`)}`,
  ])('%s', (address) => {
    expect(landingPageKey(address)).toBe('example.com/shoes');
  });

  it('unless it has no target or no web URL as target', () => {
    expect(landingPageKey('https://l.facebook.com/l.php')).toBe('l.facebook.com/l.php');
    expect(landingPageKey('https://l.facebook.com/l.php?u=javascript:alert(1)')).toBe('l.facebook.com/l.php');
    expect(landingPageKey(`https://www.google.com/maps?url=${wrapped}`)).toBe('google.com/maps');
  });

  it('at most three times', () => {
    let address = shop;
    for (let depth = 0; depth < 4; depth += 1) {
      address = `https://l.facebook.com/l.php?u=${encodeURIComponent(address)}`;
    }
    expect(landingPageKey(address)).toBe('l.facebook.com/l.php');
  });
});

it.each([
  '',
  'https://',
  'fb://page/1',
  'mailto:somebody@example.com',
  'tel:+4912345',
  'https://localhost/x',
  'https://intranet/x',
  'https://co.uk/',
  'https://{{product.domain}}/x',
  'https://example.com/{{product.slug}}',
  'not an address',
])('%j is no landing page', (address) => {
  expect(parseLandingPage(address)).toBeNull();
});

const host = fc.tuple(fc.boolean(), fc.domain()).map(([www, domain]) => (www ? `www.${domain}` : domain));
const webUrl = fc.tuple(host, fc.webPath()).map(([domain, path]) => `https://${domain}${path}`);

it('normalization is idempotent', () => {
  fc.assert(
    fc.property(webUrl, (address) => {
      const first = parseLandingPage(address);
      fc.pre(first !== null);
      expect(parseLandingPage(`http://${first.page}`)).toEqual(first);
      expect(parseLandingPage(first.page)).toEqual(first);
    }),
    { numRuns: 500 },
  );
});

it('scheme, www., query, fragment and trailing slashes make no difference', () => {
  fc.assert(
    fc.property(
      fc.domain(),
      fc.webPath(),
      fc.webQueryParameters(),
      fc.webFragments(),
      (domain, path, query, hash) => {
        const plain = parseLandingPage(`https://${domain}${path}`);
        fc.pre(plain !== null);
        expect(parseLandingPage(`http://www.${domain}${path}/?${query}#${hash}`)).toEqual(plain);
      },
    ),
    { numRuns: 500 },
  );
});

it('never throws', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.webUrl()), (address) => {
      expect(() => parseLandingPage(address)).not.toThrow();
    }),
    { numRuns: 500 },
  );
});
