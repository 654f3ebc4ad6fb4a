import { scoreWeights } from '@magpie/contract/limits';
import type { ScoreParts } from '../../lib/api/types.ts';
import { formatNumber } from '../../lib/format.ts';
import { Tip } from '../../ui/Tip.tsx';
import { adsCopy } from './copy.ts';

const copy = adsCopy.score;

interface ScoreProps {
  readonly score: number;
  readonly parts: ScoreParts;
}

export function Score({ score, parts }: ScoreProps) {
  return (
    <Tip
      tip={<ScoreExplained score={score} parts={parts} />}
      className="inline-flex h-9 items-center gap-2 rounded-md! border px-2 whitespace-nowrap hover:bg-sunk hover:no-underline!"
    >
      <span>
        {copy.name} <span className="font-semibold tabular-nums">{formatNumber(score)}</span>
      </span>
      <span aria-hidden className="flex h-4 items-end gap-0.5">
        {explainScore(parts).map(({ name, value }) => (
          <span
            key={name}
            className={value === null ? 'w-1 bg-line' : 'w-1 bg-accent'}
            style={{ height: `${Math.max(2, (value ?? 0) * 16)}px` }}
          />
        ))}
      </span>
    </Tip>
  );
}

/** The score without its parts, which the tooltip has. */
export function ScoreNumber({ score, parts, className }: ScoreProps & { readonly className: string }) {
  return (
    <Tip tip={<ScoreExplained score={score} parts={parts} />} className={className}>
      {copy.title(score)}
    </Tip>
  );
}

function ScoreExplained({ score, parts }: ScoreProps) {
  return (
    <table className="-mx-2 border-separate border-spacing-x-2 border-spacing-y-0.5">
      <caption className="px-2 pb-1 text-left">{copy.breakdown}</caption>
      <tbody>
        {explainScore(parts).map(({ name, value, points, max }) => (
          <tr key={name}>
            <th scope="row" className="text-left font-normal">
              {name}
            </th>
            <td className="text-right tabular-nums">
              {value === null ? adsCopy.unknown : copy.exactPoints(points, max)}
            </td>
          </tr>
        ))}
        <tr className="font-semibold">
          <th scope="row" className="text-left">
            {copy.name}
          </th>
          <td className="text-right tabular-nums">{copy.total(score)}</td>
        </tr>
      </tbody>
    </table>
  );
}

/** The parts of a score: a value from 0 to 1, null if unknown, and its share of the 100 points. */
export function explainScore(parts: ScoreParts) {
  const names = Object.keys(copy.parts) as readonly (keyof ScoreParts)[];
  // A text has variants where an ad has engagement; the part that does not apply is left out.
  const shown = names.filter((name) => parts[name] !== null || name === 'longevity' || name === 'reach');
  const total = shown.reduce((sum, name) => sum + (parts[name] === null ? 0 : scoreWeights[name]), 0);
  return shown.map((name) => {
    const value = parts[name];
    const max = value === null ? 0 : (100 * scoreWeights[name]) / total;
    return { name: copy.parts[name], value, points: (value ?? 0) * max, max };
  });
}
