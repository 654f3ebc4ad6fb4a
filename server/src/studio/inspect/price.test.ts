import { describe, expect, it } from 'vitest';
import { type PageMarket, parsePrice, parseStatedPrice } from './price.ts';

const nowhere: PageMarket = { language: null, host: 'shop.example' };
const market = (language: string | null, host = 'shop.example'): PageMarket => ({ language, host });

describe('a visible price', () => {
  it.each<[text: string, amount: number, currency: string | null, where?: PageMarket]>([
    ['1.299,00 €', 1299, 'EUR'],
    ['€ 1.299', 1299, 'EUR'],
    ['EUR 12,5', 12.5, 'EUR'],
    ['12,- €', 12, 'EUR'],
    ['1 299,00 €', 1299, 'EUR'],
    ['1 299 €', 1299, 'EUR'],
    ['1.234.567,89 €', 1234567.89, 'EUR'],
    ['0,999 €', 0.999, 'EUR'],
    ['£1,299.00', 1299, 'GBP'],
    ['From £12', 12, 'GBP'],
    ['US$ 19.99', 19.99, 'USD'],
    ['C$38.00', 38, 'CAD'],
    ['R$ 1.299,90', 1299.9, 'BRL'],
    ['$1,299.00', 1299, 'USD', market('en-US')],
    ['$1,299.00', 1299, 'CAD', market('en-US', 'shop.example.ca')],
    ['$1,299', 1299, 'AUD', market(null, 'shop.com.au')],
    ['$32', 32, null, market('en')],
    ['$32', 32, null, market('en', 'startup.io')],
    ['$39.99 $39.99', 39.99, 'USD', market('en-US')],
    ['¥1,280', 1280, 'JPY', market('ja')],
    ['￥１，２８０', 1280, 'JPY', market('ja')],
    ['¥268.00', 268, 'CNY', market('zh-CN')],
    ['¥268.00', 268, null, market('zh')],
    ['12,800円（税込）', 12800, 'JPY'],
    ['12800円税込', 12800, 'JPY'],
    ['24,000원', 24000, 'KRW'],
    ['₹1,29,999.00', 129999, 'INR'],
    ['Rs. 1,499', 1499, 'INR', market('en-IN')],
    ['CHF 1’299.50', 1299.5, 'CHF'],
    ["1'299.– CHF", 1299, 'CHF'],
    ['12.50 CHF', 12.5, 'CHF'],
    ['18 900 руб.', 18900, 'RUB'],
    ['1 299 Kč', 1299, 'CZK'],
    ['249,99 zł', 249.99, 'PLN'],
    ['1 495 kr', 1495, 'SEK', market('sv')],
    ['1 495 kr', 1495, null],
    ['١٬٢٩٩٫٥٠ ر.س', 1299.5, 'SAR'],
    ['KWD 1.500', 1.5, 'KWD'],
    ['₺1.299,00', 1299, 'TRY'],
    ['1.299.000 ₫', 1299000, 'VND'],
    ['Rp169.000', 169000, 'IDR'],
    ['184,20 €HT', 184.2, 'EUR'],
    ['$45.00 CAD', 45, 'CAD', market('en-US')],
    ['CAD $45.00', 45, 'CAD', market('en-US')],
    ['From 26 to 50 €', 26, 'EUR'],
    ['€ 1.299,00 – € 2.150,00', 1299, 'EUR'],
    ['£54.50 to £72', 54.5, 'GBP'],
  ])('%s is %d %s', (text, amount, currency, where = nowhere) => {
    expect(parsePrice(text, where)).toMatchObject({ amount, currency, said: text });
  });

  it.each([
    '12.50',
    'Save 20% €5',
    '€12 €15',
    '4 x €7.50',
    '49 99 €',
    '35€ 99',
    'KWD 1,500',
    'free',
    '€',
    '-',
    `${'1'.repeat(20)} €`,
    `€ 5${' and more'.repeat(20)}`,
  ])('is not guessed from %s', (text) => {
    expect(parsePrice(text, nowhere)).toBeNull();
  });
});

describe('a price in structured data', () => {
  it.each<[said: unknown, named: string | null, amount: number, currency: string | null]>([
    ['12.90', 'EUR', 12.9, 'EUR'],
    ['12,90', 'EUR', 12.9, 'EUR'],
    [89.5, 'gbp', 89.5, 'GBP'],
    ['0', 'USD', 0, 'USD'],
    ['1299.000', 'EUR', 1299, 'EUR'],
    ['1,050.00', 'AUD', 1050, 'AUD'],
    ['$64.00', 'USD', 64, 'USD'],
    ['1.500', 'KWD', 1.5, 'KWD'],
    ['15', '€', 15, 'EUR'],
    ['15', 'BITS', 15, null],
    ['15', null, 15, null],
  ])('%s in %s is %d %s', (said, named, amount, currency) => {
    expect(parseStatedPrice(said, named, nowhere)).toMatchObject({ amount, currency, said });
  });

  it.each<[unknown, string | null]>([
    ['1.299', 'EUR'],
    ['€12', 'GBP'],
    ['on request', 'EUR'],
    [-5, 'EUR'],
    ['-5', 'EUR'],
    [1e13, 'EUR'],
    [Number.NaN, 'EUR'],
    [{}, 'EUR'],
    [undefined, 'EUR'],
  ])('%s in %s is none', (said, named) => {
    expect(parseStatedPrice(said, named, nowhere)).toBeNull();
  });
});
