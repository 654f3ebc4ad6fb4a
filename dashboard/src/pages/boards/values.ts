import type { Answers } from '../../api/types.ts';

type FilterValues = Answers['ads']['getFilterValues'];

/** Until it is known what there is to choose from. */
export const noValues: FilterValues = {
  platforms: [],
  formats: [],
  adTypes: [],
  languages: [],
  ctaTypes: [],
  companyNames: [],
  counts: { platforms: {}, formats: {}, adTypes: {}, languages: {}, ctaTypes: {}, companyNames: {} },
};

/** For what is called on a page as it is in the data. */
export function same(value: string): string {
  return value;
}
