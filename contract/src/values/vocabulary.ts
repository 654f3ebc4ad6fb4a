/** ISO 3166-1 alpha-2: the 249 officially assigned codes. */
export const countryCodes: ReadonlySet<string> = new Set(
  `AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ
   CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR
   GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP
   KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT
   MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW
   SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ
   UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW`.split(/\s+/),
);

/** The ad types that enrichment assigns. A captured ad may have another type. */
export const adTypes = [
  'job',
  'giveaway',
  'cause',
  'event',
  'app install',
  'testimonial',
  'comparison',
  'offer',
  'educational',
  'announcement',
  'brand story',
  'question',
  'product demo',
  'other',
] as const;

export type AdType = (typeof adTypes)[number];

/** Meta's codes for the calls to action that ad platforms offer. A label such as `Shop now` matches its code. */
const callToActionCodes =
  `ADD_TO_CART APPLY_NOW ASK_ABOUT_SERVICES ATTEND AUDIO_CALL BOOK_NOW BOOK_TEST_DRIVE BOOK_TRAVEL BUY_NOW BUY_TICKETS CALL
  CALL_NOW CHAT_NOW CONTACT CONTACT_US DONATE DONATE_NOW DOWNLOAD DOWNLOAD_NOW EXPERIENCE_NOW FIND_A_GROUP FIND_OUT_MORE
  FIND_YOUR_GROUPS FOLLOW FOLLOW_PAGE GET_ACCESS GET_DIRECTIONS GET_IN_TOUCH GET_OFFER GET_OFFER_VIEW GET_PROMOTIONS GET_QUOTE
  GET_SHOWTIMES GET_STARTED GET_TICKETS_NOW INQUIRE_NOW INSTALL_APP INSTALL_MOBILE_APP INSTALL_NOW INTERESTED JOIN
  JOIN_CHANNEL JOIN_GROUP LEARN_MORE LIKE_PAGE LISTEN_MUSIC LISTEN_NOW MAKE_AN_APPOINTMENT MESSAGE_PAGE OPEN_LINK
  ORDER_NOW PAY_TO_ACCESS PLAY_GAME PREORDER_NOW PRE_ORDER_NOW PURCHASE_GIFT_CARDS RAISE_MONEY READ_MORE REGISTER REGISTER_NOW
  REQUEST_DEMO REQUEST_TIME SAVE SAVE_OFFER SEE_DETAILS SEE_MENU SEE_MORE SEE_OFFERS SEE_SHOP SELL_NOW SEND_MESSAGE
  SEND_WHATSAPP_MESSAGE SHARE SHOP_NOW SIGN_UP SIGN_UP_NOW START_ORDER SUBSCRIBE SUBSCRIBE_NOW SWIPE_UP_PRODUCT
  SWIPE_UP_SHOP TRY_IT_NOW TRY_NOW USE_APP USE_MOBILE_APP VIEW_CHANNEL VIEW_DETAILS VIEW_INSTAGRAM_PROFILE VIEW_MORE
  VIEW_NOW VIEW_PRODUCT VIEW_QUOTE VIEW_SHOP VISIT_PAGES_FEED VISIT_PROFILE VISIT_SITE VISIT_STORE VISIT_WEBSITE VISIT_WORLD
  WATCH_MORE WATCH_NOW WATCH_VIDEO WHATSAPP_MESSAGE`.split(/\s+/);

const callsToAction: ReadonlySet<string> = new Set(
  callToActionCodes.flatMap((code) => [code, code.replaceAll('_', ' ')]),
);

export function isCallToAction(value: string): boolean {
  return callsToAction.has(value.toUpperCase());
}

/** Where the usual code differs from the registry's. `null`: not a language. */
const usualCodes: ReadonlyMap<string, string | null> = new Map([
  ['yue', 'zh'],
  ['fil', 'tl'],
  ['nb', 'no'],
  ['nn', 'no'],
  ['zxx', null],
  ['mul', null],
]);

const languageNames = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' });

/**
 * The language of a code such as `en`, `eng`, `pt-BR` or `zh_Hant`: ISO 639-1 in lower case where it has a code, without
 * script and region. `null` for other text: `english`, `xx`, `und`. Ads are stored with this code.
 */
export function languageOfCode(code: string): string | null {
  const [primary = ''] = code.toLowerCase().split(/[-_]/, 1);
  if (!/^[a-z]{2,3}$/.test(primary)) return null;
  // All two-letter codes have a name, but only some of the 7,000 three-letter codes.
  if (primary.length === 2 && languageNames.of(primary) === undefined) return null;
  // Undefined for und; eng becomes en and iw becomes he.
  const language: string | undefined = new Intl.Locale(primary).language;
  const usual = usualCodes.get(language);
  return usual === undefined ? (language ?? null) : usual;
}

/** Slugs of boards and teams that could be confused with paths of this service. */
export const reservedSlugs: ReadonlySet<string> = new Set(
  `about account admin alerts api app assets boards brands dashboard discover docs export healthz help
   invitations join login logos logout magpie mcp media metrics new null public readyz settings sign-in
   sign-up static studio team teams trending undefined www`.split(/\s+/),
);
