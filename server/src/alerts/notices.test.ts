import { describe, expect, it } from 'vitest';
import { composeNotice, toSafeLine, type FiredAd } from './notices.ts';

/** So many ads of each company. */
function adsOf(counts: Readonly<Record<string, number>>): FiredAd[] {
  return Object.entries(counts).flatMap(([companyName, count], company) =>
    Array.from({ length: count }, (_, at) => ({
      hash: `${company}${at}`.padStart(32, '0'),
      advertiserId: company + 1,
      companyName,
      landingPage: `${company}.example/${at % 2}`,
      reach: 1000 * (at + 1),
      claims: at % 2 === 0 ? '40% off' : '40% off\n#1 in Europe',
    })),
  );
}

const rule = (event: Parameters<typeof composeNotice>[0]['event']) => ({
  event,
  name: 'Mine',
  threshold: 1500,
  timesUsual: 3,
});

describe('the text of a notification', () => {
  it.each([
    ['new_ads', '1 new ad from Gymshark', '3 new ads from Gymshark', '1,201 new ads from 2 brands'],
    ['ad_stopped', 'Gymshark stopped 1 ad', 'Gymshark stopped 3 ads', '2 brands stopped 1,201 ads'],
    [
      'reach_above',
      '1 ad from Gymshark reached more than 1,500',
      '3 ads from Gymshark reached more than 1,500',
      '1,201 ads from 2 brands reached more than 1,500',
    ],
    [
      'landing_page_new',
      '1 new landing page from Gymshark',
      '2 new landing pages from Gymshark',
      '3 new landing pages from 2 brands',
    ],
    [
      'copy_matches',
      '1 ad from Gymshark matches your keywords',
      '3 ads from Gymshark match your keywords',
      '1,201 ads from 2 brands match your keywords',
    ],
    ['claim', 'New claim from Gymshark: 40% off', '2 new claims from Gymshark', '2 new claims from 2 brands'],
  ] as const)('%s: one ad, several, of several companies', (event, one, several, companies) => {
    const titles = [{ Gymshark: 1 }, { Gymshark: 3 }, { Gymshark: 1200, Nike: 1 }].map(
      (counts) => composeNotice(rule(event), adsOf(counts)).title,
    );
    expect(titles).toEqual([one, several, companies]);
  });

  it('names a single company, or the ten with the most ads', () => {
    expect(composeNotice(rule('new_ads'), adsOf({ 資生堂: 2 }))).toMatchObject({
      companyName: '資生堂',
      title: '2 new ads from 資生堂',
      body: 'Rule: Mine\n資生堂: 2 ads',
    });
    const many = Object.fromEntries(Array.from({ length: 12 }, (_, at) => [`Company ${at}`, at + 1]));
    const { companyName, body } = composeNotice(rule('new_ads'), adsOf(many));
    expect(companyName).toBeNull();
    expect(body.split('\n')).toEqual([
      'Rule: Mine',
      'Company 11: 12 ads',
      'Company 10: 11 ads',
      'Company 9: 10 ads',
      'Company 8: 9 ads',
      'Company 7: 8 ads',
      'Company 6: 7 ads',
      'Company 5: 6 ads',
      'Company 4: 5 ads',
      'Company 3: 4 ads',
      'Company 2: 3 ads',
      'and 2 other brands',
    ]);
  });

  it('includes machine-readable data about the event', () => {
    const ads = adsOf({ Gymshark: 2 });
    expect(composeNotice(rule('new_ads'), ads).data).toEqual({
      event: 'new_ads',
      ruleName: 'Mine',
      adCount: 2,
      companyCount: 1,
      companies: [{ advertiserId: 1, name: 'Gymshark', adCount: 2 }],
    });
    expect(composeNotice(rule('reach_above'), ads).data).toMatchObject({ threshold: 1500, reach: 2000 });
    expect(composeNotice(rule('landing_page_new'), ads)).toMatchObject({
      body: 'Rule: Mine\nGymshark: 2 ads\n0.example/0\n0.example/1',
      data: { landingPages: ['0.example/0', '0.example/1'] },
    });
  });
});

describe('a name in one line', () => {
  it.each([
    ['stays in any script', 'شركة خودرو‌سازی 한국 Ünïted 👩‍👩‍👧', 'شركة خودرو‌سازی 한국 Ünïted 👩‍👩‍👧'],
    ['has no line breaks', 'a\r\nSubject: b\u{2028}c', 'a Subject: b c'],
    ['turns nothing around', '\u{202e}evil\u{2066}', 'evil'],
    ['is whole text', 'half \ud83d', 'half �'],
    ['is cut', 'x'.repeat(200), `${'x'.repeat(79)}…`],
    ['is cut between characters', '👩‍👩‍👧'.repeat(20), `${'👩‍👩‍👧'.repeat(9)}…`],
  ])('%s', (_, name, shown) => {
    expect(toSafeLine(name)).toBe(shown);
  });
});
