import { Download, RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { Link } from '@tanstack/react-router';
import { imageUrl } from '../../ads/mediaUrls.ts';
import { api, queryClient } from '../../../lib/api/client.ts';
import type { AiImage } from '../../../lib/api/types.ts';
import { Button, buttonClasses, IconButton } from '../../../ui/Button.tsx';
import { classes } from '../../../ui/classes.ts';
import { MenuItem, MenuLine, MoreMenu } from '../../../ui/Menu.tsx';
import { formatAgo, joinFacts } from '../../../lib/format.ts';
import { humanize } from '../../../lib/labels.ts';
import { CreativeDialog } from './CreativeDialog.tsx';
import {
  type CreativeActions,
  getRatio,
  isPending,
  useCreativeActions,
  useLiveCreative,
} from './creative.ts';
import { studioCopy } from '../copy.ts';
import { uiCopy } from '../../../ui/copy.ts';
import { ProgressBar } from '../../../ui/ProgressBar.tsx';

const copy = studioCopy.creatives;

interface CreativeTileProps {
  readonly image: AiImage;
  readonly productName: string | null;
}

/** A creative; its final aspect ratio is reserved while it is generated. */
export function CreativeTile({ image: listed, productName }: CreativeTileProps) {
  const image = useLiveCreative(listed);
  const actions = useCreativeActions(image);
  const [isOpen, setIsOpen] = useState(false);
  const ratio = getRatio(image.aspectRatio);
  const name = joinFacts(
    [productName, image.layout === null ? null : humanize(image.layout), image.aspectRatio],
    ', ',
  );
  return (
    <li className={classes('@container flex min-w-0 flex-col gap-1', ratio > 1.5 && 'col-span-2')}>
      <div className="relative overflow-hidden rounded-md border bg-sunk" style={{ aspectRatio: ratio }}>
        {image.url === null ? (
          <Unfinished image={image} actions={actions} />
        ) : (
          <TileImage image={image} name={name} onOpen={() => setIsOpen(true)} />
        )}
      </div>
      <output className="sr-only">{isPending(listed) && image.status === 'succeeded' && copy.ready}</output>
      <Foot image={image} actions={actions} />
      {isOpen && (
        <CreativeDialog image={image} name={name} actions={actions} onClose={() => setIsOpen(false)} />
      )}
    </li>
  );
}

interface TileImageProps {
  readonly image: AiImage;
  readonly name: string;
  readonly onOpen: () => void;
}

function TileImage({ image, name, onOpen }: TileImageProps) {
  const [failed, setFailed] = useState<string | null>(null);
  const url = image.thumbnailUrl ?? image.url ?? '';
  const retry = async (): Promise<void> => {
    await queryClient.invalidateQueries(api.aiImages.list.pathFilter());
    setFailed(null);
  };
  if (failed === url)
    return (
      <div className="flex h-full flex-col items-center justify-center gap-3 p-4 text-center text-quiet">
        {copy.imageFailed}
        <Button onClick={() => void retry()}>{uiCopy.tryAgain}</Button>
      </div>
    );
  return (
    <button
      type="button"
      onClick={onOpen}
      aria-label={copy.openNamed(name)}
      className="block size-full focus-visible:-outline-offset-2"
    >
      <img
        {...getSources(image)}
        alt=""
        loading="lazy"
        decoding="async"
        onError={() => setFailed(url)}
        className="size-full object-cover"
      />
    </button>
  );
}

/** Thumbnails have 480 pixels on the longer side; larger tiles use the full image. */
function getSources({ url, thumbnailUrl, width, aspectRatio }: AiImage) {
  const ratio = getRatio(aspectRatio);
  const large = imageUrl(url ?? '', 1280);
  if (thumbnailUrl === null || width === null) return { src: large };
  const small = imageUrl(thumbnailUrl, 640);
  return {
    srcSet: `${small} ${Math.round(480 * Math.min(ratio, 1))}w, ${large} ${width}w`,
    sizes: ratio > 1.5 ? '(min-width: 80rem) 30rem, 100vw' : '(min-width: 80rem) 18rem, 50vw',
    src: small,
  };
}

function Unfinished({ image, actions }: FootProps) {
  if (isPending(image)) {
    const label = image.status === 'queued' ? copy.queued : copy.generating;
    return (
      <div className="flex h-full flex-col items-center justify-center gap-3 p-4">
        <p className="text-quiet">{label}</p>
        <ProgressBar label={label} value={Math.max(image.progress, 0.04)} className="w-full max-w-48" />
        <Button busy={actions.isCancelling} onClick={actions.cancel}>
          {uiCopy.cancel}
        </Button>
      </div>
    );
  }
  return (
    <div className="flex h-full flex-col items-center justify-center gap-3 overflow-y-auto p-4 text-center">
      <p className={image.status === 'failed' ? 'text-bad' : 'text-quiet'}>
        {image.status === 'failed' ? (image.error ?? copy.failed) : copy.canceled}
      </p>
      {actions.tryAgain !== null && (
        <Button busy={actions.isGenerating} onClick={actions.tryAgain}>
          {uiCopy.tryAgain}
        </Button>
      )}
    </div>
  );
}

interface FootProps {
  readonly image: AiImage;
  readonly actions: CreativeActions;
}

function Foot({ image, actions }: FootProps) {
  const { url, layout, maker, model, aspectRatio, createdAt, sourceAdHash } = image;
  const made = maker === 'template' ? aspectRatio : (model ?? aspectRatio);
  return (
    <div className="flex items-center">
      <p className="min-w-0 flex-1 truncate text-xs text-quiet @max-[13rem]:invisible">
        {layout === null ? made : humanize(layout)} · {formatAgo(createdAt)}
      </p>
      {actions.makeAnother !== null && url !== null && (
        <IconButton label={copy.generateAnother} busy={actions.isGenerating} onClick={actions.makeAnother}>
          <RefreshCw size={16} aria-hidden />
        </IconButton>
      )}
      {url !== null && (
        <a
          href={imageUrl(url, 1280)}
          download=""
          aria-label={copy.download}
          title={copy.download}
          className={buttonClasses('quiet', 'w-9 px-0!')}
        >
          <Download size={16} aria-hidden />
        </a>
      )}
      <MoreMenu label={copy.more}>
        {sourceAdHash !== null && (
          <>
            <MenuItem asChild>
              <Link to="/ads/$hash" params={{ hash: sourceAdHash }}>
                {copy.openReferenceAd}
              </Link>
            </MenuItem>
            <MenuLine />
          </>
        )}
        <MenuItem bad onSelect={actions.remove}>
          {uiCopy.delete}
        </MenuItem>
      </MoreMenu>
    </div>
  );
}
