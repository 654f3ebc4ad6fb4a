import { useMutation } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { imageUrl } from '../../ads/mediaUrls.ts';
import { api } from '../../../lib/api/client.ts';
import { useTeams } from '../../../lib/api/teams.ts';
import type { BrandImage } from '../../../lib/api/types.ts';
import { IconButton } from '../../../ui/Button.tsx';
import { Confirm } from '../../../ui/Confirm.tsx';
import { TipOn } from '../../../ui/Tip.tsx';
import { toast } from '../../../ui/toast.tsx';
import { formatBytes, formatTime, joinFacts } from '../../../lib/format.ts';
import { kindNames } from './kinds.ts';
import { studioCopy } from '../copy.ts';
import { uiCopy } from '../../../ui/copy.ts';

const copy = studioCopy.images;

interface BrandImageTileProps {
  readonly image: BrandImage;
  readonly productName: string | null;
}

export function BrandImageTile({ image, productName }: BrandImageTileProps) {
  const { name, kind, companyName } = image;
  const { mayEdit } = useTeams();
  const about = joinFacts([kindNames[kind], productName ?? companyName]);
  return (
    <li className="flex min-w-0 flex-col gap-1">
      <TipOn tip={factsOf(image)}>
        <a
          href={imageUrl(image.url, 1280)}
          target="_blank"
          rel="noreferrer noopener"
          aria-label={copy.open(name)}
          className="block aspect-square overflow-hidden rounded-md border bg-sunk p-2"
        >
          <img
            src={imageUrl(image.thumbnailUrl ?? image.url, 320)}
            alt=""
            loading="lazy"
            decoding="async"
            className="size-full object-contain"
          />
        </a>
      </TipOn>
      <div className="flex items-start">
        <div className="min-w-0 flex-1">
          <p className="truncate font-semibold" title={name}>
            {name}
          </p>
          <p className="truncate text-xs text-quiet">{about}</p>
        </div>
        {mayEdit(image) && <DeleteImage image={image} />}
      </div>
    </li>
  );
}

function factsOf({ width, height, bytes, createdAt, mimeType }: BrandImage): string {
  const type = mimeType.replace('image/', '').toUpperCase();
  return copy.facts(width, height, type, formatBytes(bytes), formatTime(createdAt));
}

function DeleteImage({ image: { id, name } }: { readonly image: BrandImage }) {
  const [isOpen, setIsOpen] = useState(false);
  const remove = useMutation(
    api.brandImages.delete.mutationOptions({
      onSuccess: () => toast(copy.deleted(name)),
      meta: { invalidates: [api.brandImages.pathFilter()] },
    }),
  );
  return (
    <>
      <IconButton label={copy.deleteNamed(name)} onClick={() => setIsOpen(true)} className="-mr-2">
        <Trash2 size={16} aria-hidden />
      </IconButton>
      <Confirm
        open={isOpen}
        onOpenChange={setIsOpen}
        title={copy.deleteTitle(name)}
        action={uiCopy.delete}
        onConfirm={() => remove.mutateAsync({ id })}
      >
        {copy.deleteText}
      </Confirm>
    </>
  );
}
