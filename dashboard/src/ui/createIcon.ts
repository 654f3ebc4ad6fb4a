import { createElement, type ReactNode, type SVGProps } from 'react';

interface IconProps extends SVGProps<SVGSVGElement> {
  /** In pixels; default 24. */
  readonly size?: number;
}

export type LucideIcon = (props: IconProps) => ReactNode;

type Shape = readonly [tag: string, attributes: Readonly<Record<string, string>>];

const stroke = { strokeWidth: 2, strokeLinecap: 'round', strokeLinejoin: 'round' } as const;

/** An icon of 24 by 24 units. Screen readers skip it unless it has a label. */
export function createIcon(...shapes: readonly Shape[]): LucideIcon {
  const children = shapes.map(([tag, attributes], index) =>
    createElement(tag, { key: index, ...attributes }),
  );
  return function Icon({ size = 24, ...props }) {
    const box = { width: size, height: size, viewBox: '0 0 24 24', fill: 'none', stroke: 'currentColor' };
    const hidden = { 'aria-hidden': props['aria-label'] === undefined };
    return createElement('svg', { ...box, ...stroke, ...hidden, ...props }, children);
  };
}
