import type { Grammar } from './markets.ts';

export type Family = 'meta' | 'tiktok' | 'google' | 'linkedin';
/** What is sold: shipped goods, a subscribed service, or an installed app. */
export type Trade = 'goods' | 'service' | 'app';

export interface IndustryProfile {
  readonly trade: Trade;
  /** Page categories, as the platforms name them. */
  readonly categories: readonly string[];
  /** Weights of the libraries for an average advertiser. */
  readonly families: Readonly<Record<Family, number>>;
  /** Average price in dollars. */
  readonly price: number;
  /** Share of women among the people reached. */
  readonly women: number;
  readonly ctas: readonly (keyof Grammar['ctas'])[];
  readonly pages: readonly string[];
  /** Words at the end of names in this industry. */
  readonly nameWords: readonly string[];
}

const shopping = ['SHOP_NOW', 'SHOP_NOW', 'SHOP_NOW', 'LEARN_MORE', 'GET_OFFER', 'ORDER_NOW'] as const;
const signingUp = ['SIGN_UP', 'SIGN_UP', 'LEARN_MORE', 'APPLY_NOW', 'DOWNLOAD', 'CONTACT_US'] as const;

const social = { meta: 66, tiktok: 24, google: 9, linkedin: 1 };
const household = { meta: 72, tiktok: 10, google: 16, linkedin: 2 };
const business = { meta: 34, tiktok: 5, google: 21, linkedin: 40 };
const personal = { meta: 58, tiktok: 14, google: 18, linkedin: 10 };

const socialShop = { trade: 'goods', families: social, ctas: shopping } as const;
const householdShop = { trade: 'goods', families: household, ctas: shopping } as const;
const personalService = { trade: 'service', families: personal, ctas: signingUp } as const;

export const industries = {
  skincare: {
    ...socialShop,
    categories: ['Health & beauty', 'Skin care service'],
    price: 34,
    women: 0.78,
    pages: ['/products/serum', '/collections/bestsellers', '/quiz', '/pages/routine', '/bundles', '/'],
    nameWords: ['Skin', 'Beauty', 'Botanics', 'Derma'],
  },
  sneakers: {
    ...socialShop,
    categories: ['Shoe store', 'Sportswear store'],
    price: 95,
    women: 0.45,
    pages: ['/products/runner', '/collections/new', '/collections/women', '/collections/men', '/sale', '/'],
    nameWords: ['Footwear', 'Running', 'Kicks', 'Sneakers'],
  },
  apparel: {
    ...socialShop,
    categories: ['Clothing (brand)', 'Apparel & clothing'],
    price: 58,
    women: 0.62,
    pages: ['/collections/new-in', '/collections/linen', '/sale', '/lookbook', '/products/jacket', '/'],
    nameWords: ['Studio', 'Wear', 'Apparel', 'Atelier'],
  },
  supplements: {
    ...socialShop,
    categories: ['Vitamin supplement', 'Health/beauty'],
    price: 39,
    women: 0.55,
    ctas: [...shopping, 'SUBSCRIBE'],
    pages: ['/products/greens', '/quiz', '/subscribe', '/science', '/pages/offer', '/'],
    nameWords: ['Nutrition', 'Labs', 'Vitals', 'Wellness'],
  },
  coffee: {
    ...householdShop,
    categories: ['Coffee shop', 'Food & beverage'],
    price: 18,
    women: 0.5,
    ctas: [...shopping, 'SUBSCRIBE'],
    pages: ['/subscribe', '/products/espresso', '/collections/single-origin', '/gifts', '/'],
    nameWords: ['Coffee', 'Roasters', 'Roastery', 'Beans'],
  },
  petFood: {
    ...householdShop,
    categories: ['Pet supplies', 'Pet service'],
    price: 42,
    women: 0.66,
    ctas: [...shopping, 'SUBSCRIBE', 'GET_OFFER'],
    pages: ['/plan', '/products/fresh-dog-food', '/cats', '/trial-box', '/reviews', '/'],
    nameWords: ['Pets', 'Paws', 'Pet Kitchen', 'Bowl'],
  },
  mattresses: {
    ...householdShop,
    categories: ['Mattress store', 'Home goods store'],
    price: 690,
    women: 0.52,
    pages: ['/mattress', '/trial', '/compare', '/pillows', '/sale', '/'],
    nameWords: ['Sleep', 'Bedding', 'Mattress', 'Rest'],
  },
  jewellery: {
    ...socialShop,
    categories: ['Jewelry & watches store', 'Accessories'],
    price: 120,
    women: 0.74,
    pages: ['/collections/rings', '/collections/gifts', '/products/necklace', '/engraving', '/'],
    nameWords: ['Jewellery', 'Fine Jewels', 'Gold', 'Atelier'],
  },
  homeFitness: {
    ...socialShop,
    categories: ['Sports & fitness equipment', 'Gym/physical fitness center'],
    price: 210,
    women: 0.5,
    ctas: [...shopping, 'SIGN_UP'],
    pages: ['/products/bands', '/programs', '/challenge', '/equipment', '/'],
    nameWords: ['Fit', 'Strength', 'Athletics', 'Training'],
  },
  cookware: {
    ...householdShop,
    categories: ['Kitchen supplies', 'Home decor'],
    price: 88,
    women: 0.6,
    pages: ['/products/pan', '/sets', '/collections/knives', '/recipes', '/'],
    nameWords: ['Kitchen', 'Cookware', 'Home', 'Table'],
  },
  automotive: {
    trade: 'goods',
    categories: ['Automotive parts store', 'Cars'],
    families: { meta: 52, tiktok: 6, google: 36, linkedin: 6 },
    price: 340,
    women: 0.28,
    ctas: ['LEARN_MORE', 'LEARN_MORE', 'GET_OFFER', 'BOOK_NOW', 'SHOP_NOW', 'CONTACT_US'],
    pages: ['/electric', '/tyres', '/test-drive', '/offers', '/lease', '/'],
    nameWords: ['Motors', 'Auto', 'Mobility', 'Drive'],
  },
  fintech: {
    ...personalService,
    categories: ['Financial service', 'Bank'],
    price: 9,
    women: 0.42,
    ctas: [...signingUp, 'INSTALL_NOW'],
    pages: ['/account', '/card', '/savings', '/business', '/app', '/'],
    nameWords: ['Pay', 'Money', 'Finance', 'Bank'],
  },
  saas: {
    trade: 'service',
    categories: ['Software company', 'Business service'],
    families: business,
    price: 29,
    women: 0.4,
    ctas: signingUp,
    pages: ['/demo', '/pricing', '/templates', '/guide', '/webinar', '/'],
    nameWords: ['Cloud', 'HQ', 'Software', 'Works'],
  },
  education: {
    ...personalService,
    categories: ['Education', 'E-learning platform'],
    price: 49,
    women: 0.56,
    pages: ['/courses', '/languages', '/free-lesson', '/careers', '/'],
    nameWords: ['Academy', 'Learning', 'Campus', 'School'],
  },
  travel: {
    trade: 'service',
    categories: ['Travel agency', 'Tour operator'],
    families: { meta: 60, tiktok: 14, google: 24, linkedin: 2 },
    price: 420,
    women: 0.57,
    ctas: ['BOOK_NOW', 'BOOK_NOW', 'BOOK_NOW', 'LEARN_MORE', 'GET_OFFER', 'SIGN_UP'],
    pages: ['/deals', '/city-breaks', '/beach', '/last-minute', '/rail', '/'],
    nameWords: ['Travel', 'Trips', 'Voyages', 'Escapes'],
  },
  mobileGames: {
    trade: 'app',
    categories: ['Video game', 'App page'],
    families: { meta: 46, tiktok: 34, google: 20, linkedin: 0 },
    price: 5,
    women: 0.48,
    ctas: ['PLAY_GAME', 'INSTALL_NOW', 'INSTALL_NOW', 'DOWNLOAD', 'LEARN_MORE'],
    pages: ['/play', '/install', '/season', '/'],
    nameWords: ['Games', 'Play', 'Interactive', 'Arcade'],
  },
} as const satisfies Readonly<Record<string, IndustryProfile>>;

export type Industry = keyof typeof industries;

export const industryNames = Object.keys(industries) as Industry[];
