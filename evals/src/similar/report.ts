import { formatPercent } from '../qualityTable.ts';
import { heldOut, measureCategories, measureSimilar, nearestBrands, tuning } from './measure.ts';

const format = (name: string, brands: typeof tuning): string => {
  const rows = measureSimilar(brands).map(
    (row) =>
      `| ${row.name} | ${row.brands} | ${formatPercent(row.sameTrade)} | ${formatPercent(row.sameLanguage)} |`,
  );
  return [
    `${name}: similar advertisers of ${brands.length} brands`,
    '',
    '| Brands | Number | Of the five most similar, same trade | Same language |',
    '|---|---|---|---|',
    ...rows,
    '',
    formatCategories(brands),
    '',
  ].join('\n');
};
function formatCategories(brands: typeof tuning): string {
  const { right, wrong, unknown } = measureCategories(brands);
  return `Product categories: ${formatPercent(right)} right, ${formatPercent(wrong)} wrong, ${formatPercent(unknown)} unknown.`;
}

const errors = [...heldOut, ...tuning].flatMap((brand) => {
  const wrong = nearestBrands(brand).filter(({ trade }) => trade !== brand.trade);
  return wrong.map(({ name, trade }) => `${brand.name} (${brand.trade}): ${name} (${trade})`);
});
process.stdout.write(
  `${[format('Held out', heldOut), format('Tuning', tuning), ...(process.argv[2] === 'errors' ? errors : [])].join('\n')}\n`,
);
