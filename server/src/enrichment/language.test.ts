import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { adWith, cardWith } from './facts.fixture.ts';
import { detectLanguage, guessLanguage, loadLanguages } from './language.ts';

beforeAll(loadLanguages);

const spoken = (body: string): string | null => detectLanguage(adWith({ bodies: [body] }));

describe('the language from the source', () => {
  it.each([
    ['en', 'en'],
    ['pt-br', 'pt'],
    ['en_us', 'en'],
    ['cmn', 'zh'],
    ['yue', 'zh'],
    ['zh-hant', 'zh'],
    ['ger', 'de'],
    ['nb', 'no'],
    ['iw', 'he'],
  ])('%s is %s, whatever the text', (language, expected) => {
    expect(
      detectLanguage(adWith({ language, bodies: ['Solo hoy, envío gratis a toda España y a Portugal.'] })),
    ).toBe(expected);
  });

  it.each(['und', 'zxx', 'spanish', 'x-klingon', 'xx'])(
    '%s says nothing, so the text decides',
    (language) => {
      expect(
        detectLanguage(adWith({ language, bodies: ['Solo hoy, envío gratis a toda España y a Portugal.'] })),
      ).toBe('es');
    },
  );
});

describe('the detected language', () => {
  it.each([
    ['Free shipping on every order this weekend only.', 'en'],
    ['Nur heute: 20 % Rabatt auf alle Matratzen.', 'de'],
    ['Livraison offerte dès 50 € d’achat, profitez-en.', 'fr'],
    ['Frete grátis para todo o Brasil, aproveite agora.', 'pt'],
    ['Envío gratis a toda España, solo este fin de semana.', 'es'],
    ['Spedizione gratuita su tutti gli ordini di oggi.', 'it'],
    ['Gratis verzending op al je bestellingen.', 'nl'],
    ['Darmowa dostawa do każdego zamówienia w ten weekend.', 'pl'],
    ['Tüm siparişlerde ücretsiz kargo fırsatını kaçırma.', 'tr'],
    ['Miễn phí vận chuyển cho mọi đơn hàng hôm nay.', 'vi'],
    ['Бесплатная доставка при заказе от двух тысяч рублей.', 'ru'],
    ['Безкоштовна доставка по всій Україні до кінця тижня.', 'uk'],
    ['شحن مجاني على جميع الطلبات هذا الأسبوع فقط في متجرنا', 'ar'],
    ['משלוח חינם על כל ההזמנות השבוע', 'he'],
    ['सभी ऑर्डर पर मुफ़्त डिलीवरी, सिर्फ़ इस सप्ताहांत।', 'hi'],
    ['Kunsinna b’xejn fuq l-ordnijiet kollha sal-Ħadd.', 'mt'],
    ['Bezmaksas piegāde visiem pasūtījumiem šonedēļ.', 'lv'],
    ['Nemokamas pristatymas visiems užsakymams šią savaitę.', 'lt'],
    ['Gratis fragt på alle ordrer, kun i denne uge.', 'da'],
    ['Gratis frakt på alle bestillinger, bare denne uken.', 'no'],
    ['Penghantaran percuma untuk semua pesanan minggu ini sahaja.', 'ms'],
    ['Δωρεάν αποστολή σε όλες τις παραγγελίες.', 'el'],
    ['จัดส่งฟรีทุกคำสั่งซื้อเฉพาะสัปดาห์นี้', 'th'],
    ['오늘만 무료배송', 'ko'],
    ['全品送料無料キャンペーン', 'ja'],
    ['全場免運費', 'zh'],
    ['ลดราคา', 'th'],
    ['δωρεάν', 'el'],
    ['விற்பனை', 'ta'],
  ])('%s is %s', (body, language) => {
    expect(spoken(body)).toBe(language);
  });

  it('is that of the copy despite foreign brand names and Latin abbreviations', () => {
    expect(spoken('iPhone 15 Pro Max 오늘만 특별 할인')).toBe('ko');
    expect(spoken('新しいMacBook Airが登場')).toBe('ja');
    expect(spoken('全新の茶飲，限時優惠買一送一，快來門市體驗')).toBe('zh');
  });

  it.each([
    '',
    'Sale',
    '50 %',
    '🔥🔥🔥',
    '{{product.name}}',
    'https://example.com/angebote-der-woche',
    'Kup teraz',
    'Nur heute im Angebot',
    'Скидка только сегодня',
  ])('is unknown for %j, which is too short', (body) => {
    expect(spoken(body)).toBeNull();
  });

  it.each([
    "Men's Bug Collection T-Shirt in White, Men's Classic T-Shirt in Black",
    'Support focus with L-theanine and L-tyrosine, every single morning.',
    'An S-class interior and an X-line exterior, ready for a test drive today.',
  ])('is not Maltese because of letters before a hyphen: %s', (text) => {
    expect(spoken(text)).toBe('en');
  });

  it('ignores URLs, hashtags, handles and placeholders', () => {
    const noise =
      '#weekendvibes @thegreatestshop https://example.com/the-best-offers-of-the-week {{product.brand}}';
    expect(spoken(`${noise} Nur heute im Angebot und nur solange der Vorrat reicht ${noise}`)).toBe('de');
  });

  it('finds copy after many URLs and hashtags, and beside a short text', () => {
    expect(
      spoken(
        `${'#sale @shop https://example.com/a '.repeat(20)} Nur heute im Angebot, solange der Vorrat reicht`,
      ),
    ).toBe('de');
    expect(
      detectLanguage(
        adWith({ bodies: ['Sale'], headlines: ['Nur heute: Rabatt auf alle Matratzen und Kissen'] }),
      ),
    ).toBe('de');
  });

  it('reads stylised letters', () => {
    expect(spoken('𝗙𝗿𝗲𝗲 𝘀𝗵𝗶𝗽𝗽𝗶𝗻𝗴 𝗼𝗻 𝗲𝘃𝗲𝗿𝘆 𝗼𝗿𝗱𝗲𝗿 𝘁𝗵𝗶𝘀 𝘄𝗲𝗲𝗸𝗲𝗻𝗱')).toBe('en');
  });

  it('uses headlines, description and cards if there is no body', () => {
    const text = 'Nur heute: Rabatt auf alle Matratzen und Kissen';
    expect(detectLanguage(adWith({ headlines: [text] }))).toBe('de');
    expect(detectLanguage(adWith({ description: text }))).toBe('de');
    expect(detectLanguage(adWith({ cards: [cardWith({ headline: text })] }))).toBe('de');
  });
});

it('is guessed for short texts where a wrong guess does little harm', () => {
  expect(guessLanguage(adWith({ bodies: ['Nur heute im Angebot'] }))).toBe('de');
  expect(guessLanguage(adWith({ bodies: ['Sale'] }))).toBeNull();
});

it('is deterministic for any text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 3000 }), (body) => {
      expect(spoken(body)).toBe(spoken(body));
    }),
  );
});
