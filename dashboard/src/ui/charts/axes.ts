/** Shared styles of axes and grid lines. */
export const axis = {
  tick: { fill: 'var(--color-quiet)', fontSize: 12 },
  tickLine: false,
  axisLine: { stroke: 'var(--color-line)' },
  minTickGap: 16,
} as const;

export const grid = { vertical: false, stroke: 'var(--color-line)' } as const;

export const margins = { top: 8, right: 8, bottom: 0, left: 0 } as const;
