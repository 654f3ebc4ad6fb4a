import type { OpenAdInput } from '@magpie/contract';
import { platformTable } from '@magpie/contract/platforms';
import { readAdvertiserName } from '../mapping/adParts.ts';
import { readCount, readString } from '../mapping/fields.ts';
import { Unmappable } from '../source.ts';

const center = 'https://adstransparency.google.com';

export function googleIdentity(
  creativeId: unknown,
  advertiserId: unknown,
): Pick<OpenAdInput, 'key' | 'externalId' | 'sourceUrl'> {
  const id = readId(creativeId);
  if (id === null) throw new Unmappable('The ad has no id such as CR01234567890123456789.');
  return platformTable.identifyAd('google', id, { advertiserId: readId(advertiserId) });
}

export function mapAdvertiser(id: unknown, names: readonly unknown[]): OpenAdInput['advertiser'] {
  const externalId = readId(id);
  const name = readAdvertiserName(names, 'The ad has no advertiser name.', externalId);
  return { name, externalId, pageUrl: externalId === null ? null : `${center}/advertiser/${externalId}` };
}

function readId(value: unknown): string | null {
  const id = readString(value, 200);
  return id !== null && /^[\w-]+$/.test(id) ? id : null;
}

/** Text ads stay text ads, although the Center shows most of them as an image. */
const kinds: ReadonlyMap<string, Pick<OpenAdInput, 'format' | 'mediaType'>> = new Map([
  ['1', { format: 'other', mediaType: 'other' }],
  ['TEXT', { format: 'other', mediaType: 'other' }],
  ['2', { format: 'image', mediaType: 'image' }],
  ['IMAGE', { format: 'image', mediaType: 'image' }],
  ['3', { format: 'video', mediaType: 'video' }],
  ['VIDEO', { format: 'video', mediaType: 'video' }],
]);

/** Of Google's surfaces only YouTube is a platform. If the surfaces are unknown, a video counts as YouTube. */
export function creativeKind(
  format: unknown,
  surfaces: readonly string[],
): Pick<OpenAdInput, 'format' | 'mediaType' | 'platforms' | 'placements'> {
  const kind = kinds.get((readString(format, 20) ?? '').toUpperCase()) ?? { format: null, mediaType: null };
  const onYoutube = surfaces.includes('youtube') || (surfaces.length === 0 && kind.format === 'video');
  return { ...kind, platforms: onYoutube ? ['youtube'] : [], placements: surfaces.slice(0, 50) };
}

/** Google's region ids are 2000 plus the numeric ISO 3166-1 code: 2840 is the United States. */
const countriesByNumber: ReadonlyMap<number, string> = new Map(
  `AD020 AE784 AF004 AG028 AI660 AL008 AM051 AO024 AQ010 AR032 AS016 AT040 AU036 AW533 AX248 AZ031 BA070 BB052
   BD050 BE056 BF854 BG100 BH048 BI108 BJ204 BL652 BM060 BN096 BO068 BQ535 BR076 BS044 BT064 BV074 BW072 BY112
   BZ084 CA124 CC166 CD180 CF140 CG178 CH756 CI384 CK184 CL152 CM120 CN156 CO170 CR188 CU192 CV132 CW531 CX162
   CY196 CZ203 DE276 DJ262 DK208 DM212 DO214 DZ012 EC218 EE233 EG818 EH732 ER232 ES724 ET231 FI246 FJ242 FK238
   FM583 FO234 FR250 GA266 GB826 GD308 GE268 GF254 GG831 GH288 GI292 GL304 GM270 GN324 GP312 GQ226 GR300 GS239
   GT320 GU316 GW624 GY328 HK344 HM334 HN340 HR191 HT332 HU348 ID360 IE372 IL376 IM833 IN356 IO086 IQ368 IR364
   IS352 IT380 JE832 JM388 JO400 JP392 KE404 KG417 KH116 KI296 KM174 KN659 KP408 KR410 KW414 KY136 KZ398 LA418
   LB422 LC662 LI438 LK144 LR430 LS426 LT440 LU442 LV428 LY434 MA504 MC492 MD498 ME499 MF663 MG450 MH584 MK807
   ML466 MM104 MN496 MO446 MP580 MQ474 MR478 MS500 MT470 MU480 MV462 MW454 MX484 MY458 MZ508 NA516 NC540 NE562
   NF574 NG566 NI558 NL528 NO578 NP524 NR520 NU570 NZ554 OM512 PA591 PE604 PF258 PG598 PH608 PK586 PL616 PM666
   PN612 PR630 PS275 PT620 PW585 PY600 QA634 RE638 RO642 RS688 RU643 RW646 SA682 SB090 SC690 SD729 SE752 SG702
   SH654 SI705 SJ744 SK703 SL694 SM674 SN686 SO706 SR740 SS728 ST678 SV222 SX534 SY760 SZ748 TC796 TD148 TF260
   TG768 TH764 TJ762 TK772 TL626 TM795 TN788 TO776 TR792 TT780 TV798 TW158 TZ834 UA804 UG800 UM581 US840 UY858
   UZ860 VA336 VC670 VE862 VG092 VI850 VN704 VU548 WF876 WS882 YE887 YT175 ZA710 ZM894 ZW716`
    .split(/\s+/)
    .map((entry) => [Number(entry.slice(2)), entry.slice(0, 2)]),
);

/** Members of the European Economic Area, which Google also reports as one region. */
const economicArea: ReadonlySet<string> = new Set(
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK'.split(' '),
);

/** The country of a region id, or `null` for an area that is not a country. */
export function countryOfRegion(region: unknown): string | null {
  return countriesByNumber.get((readCount(region) ?? 0) - 2000) ?? null;
}

export function isInEconomicArea(country: string): boolean {
  return economicArea.has(country);
}
