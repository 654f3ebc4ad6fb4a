import { Tip } from '../../ui/Tip.tsx';
import { type Coverage, describeCoverage, listLibraries } from './coverage.ts';

/** From which libraries, countries and days the numbers above it are made. */
export function CoverageLine({ coverage }: { readonly coverage: Coverage | undefined }) {
  const text = coverage === undefined ? null : describeCoverage(coverage);
  if (coverage === undefined || text === null) return null;
  return (
    <p className="text-xs text-quiet">
      <Tip tip={listLibraries(coverage)}>{text}</Tip>
    </p>
  );
}
