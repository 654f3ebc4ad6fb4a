import { isPlaceholderName } from '@magpie/contract/values/placeholderNames';
import { advertiserId } from './identity.ts';
import type { SeenAd } from './sightings.ts';

/** Libraries that verify the companies that advertise. */
const verifying: ReadonlySet<string> = new Set(['google', 'apple']);

/** Two people may have one name, so only names with the form of a company count. */
const companyForms = `
  gmbh, mbh, ag, kg, ohg, ug, se, kgaa, ek, ev, eg, inc, incorporated, corp, corporation, co, company, llc, lllp, llp, lp, ltd, limited, plc, pbc, pllc, gmbh co kg
  sa, sas, sasu, sarl, eurl, snc, sca, scop, sl, slu, slne, sau, sc, scoop, coop, spa, srl, srls, sapa, sagl, bv, nv, vof, cv, bvba, cvba, vzw
  spzoo, zoo, sp, spj, spk, psa, as, asa, ab, aps, is, oy, oyj, hf, ehf, ou, uab, sia, doo, dd, ad, ood, eood, kft, zrt, nyrt, bt, sro, vos, ks
  ltda, eireli, mei, me, epp, cia, sacv, cv, sapi, srlcv, pty, pte, pt, tbk, bhd, sdn, pvt, fze, fzco, fzllc, dmcc, wll, kk, gk, yk, jsc, pjsc, ooo, oao, zao, pao, tov, fop
  ооо, оао, зао, пао, ао, ип, тов, αε, επε, ικε, בעמ, holding, holdings, group, foundation, stiftung, association, university, institute
`;
const forms: ReadonlySet<string> = new Set(companyForms.split(/[,\n]/).map((form) => form.trim()));
/** Of languages without spaces between words. */
const unspacedForms =
  /株式会社|有限会社|合同会社|合資会社|有限公司|股份公司|集团|集團|주식회사|유한회사|\(주\)|㈱|㈜/u;

function hasCompanyForm(name: string): boolean {
  if (unspacedForms.test(name)) return true;
  // `S.L.`, `K.K.` and `Sp. z o.o.`
  const words = name
    .toLowerCase()
    .replaceAll(/[.'’"״]/g, '')
    .split(/[^\p{L}\p{N}]+/u);
  return words.slice(1).some((word, at) => {
    const pair = `${word}${words[at + 2] ?? ''}`;
    return forms.has(word) || forms.has(pair);
  });
}

type Named = Pick<SeenAd, 'key' | 'ad'>;

/** The company name that the library verified; null if unknown. */
export function legalNameOf({ key, ad: { advertiser } }: Named): string | null {
  // Sightings that were logged by earlier versions have none.
  const name = (advertiser as Partial<typeof advertiser>).legalName ?? null;
  if (name === null || !verifying.has(key.slice(0, key.indexOf(':')))) return null;
  return isPlaceholderName(name, 'field') || !hasCompanyForm(name) ? null : name;
}

export const legalPrefix = 'legal:';

/** `legal:warmbootskk`, which joins names as the page of a library does. */
export function legalKeyOf(seen: Named): string | null {
  const name = legalNameOf(seen);
  if (name === null) return null;
  const words = name
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[.'’"]/g, '');
  return `${legalPrefix}${words.replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '')}`;
}

/** With each legal name as a further name of its advertiser, by which it is found. */
export function withLegalNames(seen: readonly SeenAd[]): readonly SeenAd[] {
  const further = seen.flatMap((each) => {
    const name = legalNameOf(each);
    const id = name === null ? each.advertiserId : advertiserId(name);
    return name === null || id === each.advertiserId ? [] : [toLegalSighting(each, name, id)];
  });
  return further.length === 0 ? seen : [...seen, ...further];
}

function toLegalSighting(seen: SeenAd, name: string, id: number): SeenAd {
  const advertiser = {
    name,
    legalName: name,
    externalId: null,
    externalIds: [],
    pageUrl: null,
    logoUrl: null,
    categories: [],
  };
  return { ...seen, advertiserId: id, ad: { ...seen.ad, advertiser } };
}
