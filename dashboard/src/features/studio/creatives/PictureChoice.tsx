import { useQuery } from '@tanstack/react-query';
import { Sparkles } from 'lucide-react';
import { RadioGroup } from 'radix-ui';
import type { ReactNode } from 'react';
import { imageUrl } from '../../ads/mediaUrls.ts';
import { api } from '../../../lib/api/client.ts';
import { studioCopy } from '../copy.ts';

const copy = studioCopy.creatives;

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
