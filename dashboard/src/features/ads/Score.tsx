import type { ScoreParts } from '../../lib/api/types.ts';
import { Tip } from '../../ui/Tip.tsx';
import { formatDecimal, formatNumber } from '../../lib/format.ts';
import { explainScore } from './score.ts';

interface ScoreProps {
  readonly score: number;
  readonly parts: ScoreParts;
}

/** The performance score with its parts as small bars; focus or hover shows the points of each part. */
export function Score({ score, parts }: ScoreProps) {
  return (
    <Tip
      tip={<ScoreExplained score={score} parts={parts} />}
      className="inline-flex h-9 items-center gap-2 rounded-md! border px-2 whitespace-nowrap hover:bg-sunk hover:no-underline!"
    >
      <span>
        Score <span className="font-semibold tabular-nums">{formatNumber(score)}</span>
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

function ScoreExplained({ score, parts }: ScoreProps) {
  return (
    <table className="-mx-2 border-separate border-spacing-x-2 border-spacing-y-0.5">
      <caption className="px-2 pb-1 text-left">Score breakdown</caption>
      <tbody>
        {explainScore(parts).map(({ name, value, points, max }) => (
          <tr key={name}>
            <th scope="row" className="text-left font-normal">
              {name}
            </th>
            <td className="text-right tabular-nums">
              {value === null ? 'Unknown' : `${formatDecimal(points)} of ${formatDecimal(max)}`}
            </td>
          </tr>
        ))}
        <tr className="font-semibold">
          <th scope="row" className="text-left">
            Score
          </th>
          <td className="text-right tabular-nums">
            {formatDecimal(score)} of {formatNumber(100)}
          </td>
        </tr>
      </tbody>
    </table>
  );
}
