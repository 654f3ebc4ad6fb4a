import { type Colour, hex, shade } from './palette.ts';

/** An SVG canvas that collects gradient definitions. */
export class Sheet {
  readonly width: number;
  readonly height: number;
  readonly #definitions: string[] = [];

  constructor(width: number, height: number) {
    this.width = width;
    this.height = height;
  }

  /** A horizontal gradient, for round bodies lit from the left. */
  round(colour: Colour): string {
    const stops = [
      [0, -0.05],
      [0.22, 0.07],
      [0.55, 0],
      [1, -0.12],
    ] as const;
    return this.#linear(
      'x1="0" y1="0" x2="1" y2="0"',
      stops.map(([at, more]) => stop(at, shade(colour, more))),
    );
  }

  /** A vertical gradient, for flat surfaces lit from above. */
  flat(colour: Colour, fall = 0.1): string {
    return this.fade(shade(colour, fall / 2), shade(colour, -fall / 2));
  }

  fade(top: Colour, bottom: Colour): string {
    return this.#linear('x1="0" y1="0" x2="0.25" y2="1"', [stop(0, top), stop(1, bottom)]);
  }

  /** A radial gradient that fades out, for light or shadow. */
  glow(colour: Colour, strength: number): string {
    const stops = [stop(0, colour, strength), stop(0.5, colour, strength * 0.4), stop(1, colour, 0)];
    return this.#define((id) => `<radialGradient id="${id}">${stops.join('')}</radialGradient>`);
  }

  #linear(direction: string, stops: readonly string[]): string {
    return this.#define((id) => `<linearGradient id="${id}" ${direction}>${stops.join('')}</linearGradient>`);
  }

  #define(definition: (id: string) => string): string {
    const id = `g${this.#definitions.length}`;
    this.#definitions.push(definition(id));
    return `url(#${id})`;
  }

  svg(body: string): string {
    const { width, height } = this;
    return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"><defs>${this.#definitions.join('')}</defs>${body}</svg>`;
  }
}

function stop(at: number, colour: Colour, opacity = 1): string {
  return `<stop offset="${at}" stop-color="${hex(colour)}" stop-opacity="${opacity}"/>`;
}

export function path(d: string, fill: string, more = ''): string {
  return `<path d="${d}" fill="${fill}" ${more}/>`;
}

export function line(d: string, stroke: string, width: number, more = ''): string {
  return `<path d="${d}" fill="none" stroke="${stroke}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round" ${more}/>`;
}

export function rect(
  x: number,
  y: number,
  width: number,
  height: number,
  radius: number,
  fill: string,
  more = '',
): string {
  return `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${radius}" fill="${fill}" ${more}/>`;
}

export function disc(x: number, y: number, radius: number, fill: string, more = ''): string {
  return `<circle cx="${x}" cy="${y}" r="${radius}" fill="${fill}" ${more}/>`;
}

export function oval(x: number, y: number, rx: number, ry: number, fill: string, more = ''): string {
  return `<ellipse cx="${x}" cy="${y}" rx="${rx}" ry="${ry}" fill="${fill}" ${more}/>`;
}

export function place(art: string, transform: string): string {
  return `<g transform="${transform}">${art}</g>`;
}
