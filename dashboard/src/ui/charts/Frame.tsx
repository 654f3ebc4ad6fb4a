import { type PointerEvent, type ReactNode, useCallback, useState } from 'react';
import { formatShort } from '../../lib/format.ts';
import { ChartFigure, ChartTip } from './ChartFigure.tsx';
import type { ChartProps } from './points.ts';
import { labelInterval, listTicks, type Plot, scaleY } from './scale.ts';

interface FrameProps extends ChartProps {
  /** Whether values without a format are whole numbers. */
  readonly isWhole?: boolean;
  /** The horizontal place of a point. */
  readonly placeX: (plot: Plot, index: number) => number;
  readonly legend?: ReactNode;
  readonly onSelect?: ((index: number) => void) | undefined;
  readonly children: (plot: Plot, active: number | null) => ReactNode;
}

const axisWidth = 44;
const axisHeight = 24;
const margin = 8;
/** Half the mean width of a letter of a label. */
const halfLetter = 3.5;

/** Axes, a grid and a tooltip for the point below the pointer or, with the focus, selected by the arrow keys. */
export function Frame(props: FrameProps) {
  const { label, series, points, format, placeX, legend, onSelect } = props;
  const { max = 0, height = 200, isWhole = false } = props;
  const [measure, width] = useWidth();
  const [active, setActive] = useState<number | null>(null);
  const values = points.flatMap((point) => point.values.filter((value) => value !== null));
  const ticks = listTicks(Math.max(max, ...values), isWhole && format === undefined);
  const sides = { left: axisWidth, right: Math.max(axisWidth, width - margin), top: margin };
  const plot = { ...sides, bottom: height - axisHeight, max: ticks.at(-1) ?? 1 };
  const point = active === null ? undefined : points[active];

  const findPoint = (x: number): number | null => {
    const distances = points.map((_, index) => Math.abs(placeX(plot, index) - x));
    const nearest = distances.indexOf(Math.min(...distances));
    return nearest < 0 || x < plot.left ? null : nearest;
  };
  const follow = ({ nativeEvent }: PointerEvent): void => setActive(findPoint(nativeEvent.offsetX));
  const select = (index: number | null): void => {
    if (index !== null) onSelect?.(index);
  };
  return (
    <ChartFigure {...{ label, series, points, format }}>
      {legend}
      <div ref={measure} className="relative" style={{ height }}>
        <input
          type="range"
          aria-label={label}
          aria-valuetext={point?.title ?? point?.label ?? ''}
          min={0}
          max={Math.max(0, points.length - 1)}
          value={active ?? 0}
          className={`peer absolute inset-0 z-10 m-0 size-full opacity-0 ${onSelect === undefined ? '' : 'cursor-pointer'}`}
          onChange={({ target }) => setActive(target.valueAsNumber)}
          onPointerMove={follow}
          onPointerLeave={() => setActive(null)}
          onFocus={() => setActive((index) => index ?? 0)}
          onBlur={() => setActive(null)}
          // The slider would move to its own place of the pointer.
          onPointerDown={(event) => {
            event.preventDefault();
            event.currentTarget.focus();
            follow(event);
          }}
          onKeyDown={({ key }) => key === 'Enter' && select(active)}
          onClick={({ nativeEvent }) => select(findPoint(nativeEvent.offsetX))}
        />
        <svg aria-hidden width={width} height={height} className="peer-focus-visible:outline-2">
          <Axes {...{ plot, ticks, points, placeX, format: format ?? formatShort }} />
          {width > 0 && props.children(plot, active)}
        </svg>
        {point !== undefined && active !== null && (
          <div
            className="pointer-events-none absolute top-2 z-10"
            style={placeTip(placeX(plot, active), width)}
          >
            <ChartTip {...{ series, point, format }} />
          </div>
        )}
      </div>
    </ChartFigure>
  );
}

/** Beside the point, on the side with more space. */
function placeTip(x: number, width: number): { left: number } | { right: number } {
  return x < width / 2 ? { left: x + margin } : { right: width - x + margin };
}

interface AxesProps extends Pick<FrameProps, 'placeX' | 'points'> {
  readonly plot: Plot;
  readonly ticks: readonly number[];
  readonly format: (value: number) => string;
}

function Axes({ plot, ticks, points, placeX, format }: AxesProps) {
  const labels = points.map((point) => point.label);
  const interval = labelInterval(labels, plot.right - plot.left);
  return (
    <g fill="var(--color-quiet)" fontSize={12}>
      {ticks.map((tick) => (
        <g key={tick}>
          <line
            x1={plot.left}
            x2={plot.right}
            y1={scaleY(plot, tick)}
            y2={scaleY(plot, tick)}
            stroke="var(--color-line)"
          />
          <text x={plot.left - margin} y={scaleY(plot, tick)} dy="0.35em" textAnchor="end">
            {format(tick)}
          </text>
        </g>
      ))}
      <line x1={plot.left} x2={plot.left} y1={plot.top} y2={plot.bottom} stroke="var(--color-line)" />
      {points.map(
        (point, index) =>
          (points.length - 1 - index) % interval === 0 && (
            <text
              key={point.title ?? point.label}
              x={placeX(plot, index)}
              y={plot.bottom + 16}
              textAnchor={
                placeX(plot, index) + point.label.length * halfLetter > plot.right + margin ? 'end' : 'middle'
              }
            >
              {point.label}
            </text>
          ),
      )}
    </g>
  );
}

function useWidth(): [(element: HTMLElement | null) => (() => void) | undefined, number] {
  const [width, setWidth] = useState(0);
  const measure = useCallback((element: HTMLElement | null) => {
    if (element === null) return undefined;
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [measure, width];
}
