import { RadioGroup } from 'radix-ui';
import { ratioOf, type Shape } from './options.ts';
import { studioCopy } from '../copy.ts';

const copy = studioCopy.creatives;

const shapes: readonly (readonly [Shape, string])[] = [
  ['1:1', copy.square],
  ['4:5', copy.portrait],
  ['9:16', copy.story],
  ['1.91:1', copy.link],
];

interface ShapeChoiceProps {
  readonly value: Shape;
  readonly onChange: (shape: Shape) => void;
}

export function ShapeChoice({ value, onChange }: ShapeChoiceProps) {
  return (
    <RadioGroup.Root
      aria-label={copy.aspectRatio}
      value={value}
      onValueChange={(shape) => onChange(shape as Shape)}
      className="grid grid-cols-4 gap-2"
    >
      {shapes.map(([shape, name]) => (
        <RadioGroup.Item
          key={shape}
          value={shape}
          className="group flex flex-col items-center gap-1 rounded-md border bg-card px-1 py-2 hover:bg-sunk data-[state=checked]:border-accent data-[state=checked]:bg-accent-soft"
        >
          <span className="flex h-10 items-center" aria-hidden>
            <span
              className="rounded-sm border-2 border-line-strong group-data-[state=checked]:border-accent"
              style={outlineOf(shape)}
            />
          </span>
          <span className="text-xs">{name}</span>
          <span className="text-xs text-quiet">{shape}</span>
        </RadioGroup.Item>
      ))}
    </RadioGroup.Root>
  );
}

/** All four cover the same area, so that none stands out. */
function outlineOf(shape: Shape) {
  const ratio = ratioOf(shape);
  return { width: `${28 * Math.sqrt(ratio)}px`, height: `${28 / Math.sqrt(ratio)}px` };
}
