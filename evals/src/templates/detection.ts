import type { ImageRenderer } from '@magpie/server/integrations/drawing/drawing';
import {
  getBottom,
  getRight,
  type Rect,
  type Scene,
  type SceneParts,
} from '@magpie/server/studio/makers/template/scene';
import { detectLayout } from '@magpie/server/studio/reference/detectLayout';
import type { ReferenceLayout } from '@magpie/server/studio/reference/referenceLayout';
import { drawDemo, drawExample } from './drawn.ts';
import { examples } from './examples.ts';

type Role = 'headline' | 'picture' | 'button';

/** Regions that agree less are not in their place. */
export const minAgreement = 0.5;

export interface Detection {
  readonly role: Role;
  readonly example: string;
  /** The common area as a share of the union; 0 if the region was not detected. */
  readonly agreement: number;
}

/** Compares the regions of the studio's own templates, whose places are known, with those that are detected in their pictures. */
export async function measureDetection(drawing: ImageRenderer): Promise<Detection[]> {
  const found: Detection[] = [];
  for (const example of examples) {
    const { scene, parts, bytes } = await drawExample(example, drawing);
    const layout = await detectLayout(bytes);
    for (const [role, rect] of Object.entries(knownRegions(scene, parts)) as [Role, Rect | null][]) {
      if (rect !== null)
        found.push({ role, example: example.name, agreement: agreementOf(scene, rect, role, layout) });
    }
  }
  return found;
}

function knownRegions(
  { wording }: Scene,
  { shapes, lines }: SceneParts,
): Readonly<Record<Role, Rect | null>> {
  const largest = Math.max(...lines.map(({ size }) => size));
  const action = lines.find(({ text }) => text === wording.callToAction?.measured.text);
  const around = shapes.filter(
    ({ kind, rect }) => kind === 'box' && action !== undefined && isWithin(action.room, rect),
  );
  return {
    headline: unite(lines.filter(({ size }) => size === largest).map(({ room }) => room)),
    picture: shapes.find(({ kind }) => kind === 'subject')?.rect ?? null,
    button: around.at(-1)?.rect ?? null,
  };
}

function isWithin(inner: Rect, outer: Rect): boolean {
  const [x, y] = [inner.left >= outer.left, inner.top >= outer.top];
  return x && y && getRight(inner) <= getRight(outer) && getBottom(inner) <= getBottom(outer);
}

function unite(rects: readonly Rect[]): Rect {
  const [left, top] = [
    Math.min(...rects.map((rect) => rect.left)),
    Math.min(...rects.map((rect) => rect.top)),
  ];
  return {
    left,
    top,
    width: Math.max(...rects.map(getRight)) - left,
    height: Math.max(...rects.map(getBottom)) - top,
  };
}

function agreementOf({ frame }: Scene, known: Rect, role: Role, layout: ReferenceLayout | null): number {
  const region = layout?.regions.find((one) => one.role === role);
  if (region === undefined) return 0;
  const { width, height } = frame;
  const found = {
    left: region.left * width,
    top: region.top * height,
    width: region.width * width,
    height: region.height * height,
  };
  const across = Math.min(getRight(known), getRight(found)) - Math.max(known.left, found.left);
  const down = Math.min(getBottom(known), getBottom(found)) - Math.max(known.top, found.top);
  const common = Math.max(0, across) * Math.max(0, down);
  return common / (known.width * known.height + found.width * found.height - common);
}

/** How many of the pictures of demo ads, which have no words, seem to have a layout. */
export async function countFalseLayouts(pictures: number): Promise<number> {
  let wrong = 0;
  for await (const { bytes } of drawDemo(pictures)) if ((await detectLayout(bytes)) !== null) wrong += 1;
  return wrong;
}
