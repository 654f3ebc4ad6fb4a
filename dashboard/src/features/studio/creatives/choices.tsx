import { RadioGroup } from 'radix-ui';
import { useQuery } from '@tanstack/react-query';
import { Sparkles } from 'lucide-react';
import type { ReactNode } from 'react';
import { getRatio, type Shape } from './options.ts';
import { studioCopy } from '../copy.ts';
import { imageUrl } from '../../ads/mediaUrls.ts';
import { api } from '../../../lib/api/client.ts';

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
              style={getOutline(shape)}
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
function getOutline(shape: Shape) {
  const ratio = getRatio(shape);
  return { width: `${28 * Math.sqrt(ratio)}px`, height: `${28 / Math.sqrt(ratio)}px` };
}

interface PictureChoiceProps {
  readonly productId: number;
  readonly value: number | null;
  readonly onChange: (brandImageId: number | null) => void;
}

/** The brand image to use; automatic means the product's newest one. */
export function PictureChoice({ productId, value, onChange }: PictureChoiceProps) {
  const ofProduct = useQuery(api.brandImages.list.queryOptions({ productId, limit: 24 })).data?.images ?? [];
  const all = useQuery(api.brandImages.list.queryOptions({ limit: 48 })).data?.images ?? [];
  const found = [...ofProduct, ...all.filter((image) => image.productId === null)];
  if (found.length === 0) return <p className="text-xs text-quiet">{copy.ownImage}</p>;
  return (
    <RadioGroup.Root
      aria-label={copy.image}
      value={String(value)}
      onValueChange={(selected) => onChange(selected === 'null' ? null : Number(selected))}
      className="flex gap-2 overflow-x-auto p-1"
    >
      <Choice value="null" name={copy.automatic}>
        <Sparkles size={16} aria-hidden className="text-quiet" />
      </Choice>
      {found.map((image) => (
        <Choice key={image.id} value={String(image.id)} name={image.name}>
          <img
            src={imageUrl(image.thumbnailUrl ?? image.url, 160)}
            alt=""
            className="size-full object-contain"
          />
        </Choice>
      ))}
    </RadioGroup.Root>
  );
}

interface ChoiceProps {
  readonly value: string;
  readonly name: string;
  readonly children: ReactNode;
}

function Choice({ value, name, children }: ChoiceProps) {
  return (
    <RadioGroup.Item
      value={value}
      aria-label={name}
      title={name}
      className="flex size-14 shrink-0 items-center justify-center overflow-hidden rounded-md border bg-sunk data-[state=checked]:outline-2 data-[state=checked]:outline-accent"
    >
      {children}
    </RadioGroup.Item>
  );
}
