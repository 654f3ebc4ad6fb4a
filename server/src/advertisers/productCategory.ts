import type { contract, OutputOf } from '@magpie/contract';
import type { Handler } from '../rpc/procedure.ts';
import { assertKnownAdvertiser, unknownAdvertiser } from './directory.ts';
import { findAdvertiser, selectAds, type ResearchParts } from './research.ts';

type Category = NonNullable<OutputOf<typeof contract.brandSpy.getProductCategory>['category']>;

/** Null if the texts name no category clearly. */
export type FindProductCategory = (
  texts: readonly string[],
  name: string,
) => (Omit<Category, 'within'> & { readonly within: readonly string[]; readonly texts: number }) | null;

/** The most used texts are enough, and bound the time. */
const maxTexts = { sortBy: 'adCount', limit: 100, offset: 0 } as const;
const maxPages = { sortBy: 'adCount', limit: 20, offset: 0 } as const;

export function productCategoryHandler(
  parts: ResearchParts,
  findProductCategory: FindProductCategory,
): Handler<typeof contract.brandSpy.getProductCategory> {
  return async ({ input }) => {
    const [advertiser, ads] = await Promise.all([
      findAdvertiser(parts, input.companyName),
      selectAds(parts, input, await parts.newestRecording()),
    ]);
    if (advertiser === undefined) throw await unknownAdvertiser(parts, input.companyName);
    const [copies, headlines, pages] = await Promise.all([
      ads.texts('body', maxTexts),
      ads.texts('headline', maxTexts),
      ads.landingPages(maxPages),
    ]);
    if (copies.total + headlines.total + pages.total === 0) {
      await assertKnownAdvertiser(parts, input.companyName);
    }
    const texts = [
      ...advertiser.categories,
      ...[...copies.texts, ...headlines.texts].map(({ text }) => text),
      ...pages.rows.map(({ page }) => page.replace(/^[^/]*\/?/, '')),
    ].filter((text) => text !== '');
    const found = copies.total + headlines.total === 0 ? null : findProductCategory(texts, advertiser.name);
    return {
      taxonomy: 'IAB Ad Product Taxonomy 2.0',
      category: found && { id: found.id, name: found.name, within: [...found.within] },
      matchingTexts: found?.texts ?? 0,
      texts: texts.length,
    };
  };
}
