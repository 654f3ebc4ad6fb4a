import { Frame } from './Frame.tsx';
import { hueAt, type ChartProps } from './points.ts';
import { type Plot, scaleY } from './scale.ts';

interface BarChartProps extends ChartProps {
  readonly onSelect?: (index: number) => void;
}

const maxBarWidth = 48;
const radius = 3;

/** Vertical bars. With the focus, the arrow keys move between them and the tooltip shows each. */
export function BarChart({ onSelect, ...props }: BarChartProps) {
  const { series, points } = props;
  const slotWidth = (plot: Plot): number => (plot.right - plot.left) / Math.max(1, points.length);
  const placeX = (plot: Plot, index: number): number => plot.left + slotWidth(plot) * (index + 0.5);
  return (
    <Frame {...props} isWhole placeX={placeX} onSelect={onSelect}>
      {(plot, active) => {
        const slot = slotWidth(plot);
        const bar = Math.min(maxBarWidth, (slot * 0.82) / Math.max(1, series.length));
        const background = { y: plot.top, width: slot, height: plot.bottom - plot.top };
        return (
          <>
            {active !== null && (
              <rect x={plot.left + slot * active} {...background} fill="var(--color-sunk)" />
            )}
            {points.flatMap((point, index) =>
              series.map((name, seriesIndex) => {
                const left = placeX(plot, index) + (seriesIndex - series.length / 2) * bar;
                const top = scaleY(plot, point.values[seriesIndex] ?? 0);
                const shape = drawBar(left, top, bar, plot.bottom);
                return <path key={`${index} ${name}`} d={shape} fill={hueAt(seriesIndex)} />;
              }),
            )}
          </>
        );
      }}
    </Frame>
  );
}

/** A rectangle with round corners at its top. */
function drawBar(left: number, top: number, width: number, bottom: number): string {
  const corner = Math.max(0, Math.min(radius, width / 2, bottom - top));
  const side = width - 2 * corner;
  return `M${left},${bottom}V${top + corner}q0,${-corner} ${corner},${-corner}h${side}q${corner},0 ${corner},${corner}V${bottom}Z`;
}
