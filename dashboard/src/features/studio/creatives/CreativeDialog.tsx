import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Download, RefreshCw } from 'lucide-react';
import { imageUrl } from '../../ads/mediaUrls.ts';
import { api } from '../../../lib/api/client.ts';
import type { AiImage } from '../../../lib/api/types.ts';
import { Button, buttonClasses } from '../../../ui/Button.tsx';
import { CopyButton } from '../../../ui/CopyButton.tsx';
import { Dialog, DialogActions } from '../../../ui/Dialog.tsx';
import { Facts } from '../../../ui/Facts.tsx';
import { formatTime, joinFacts } from '../../../lib/format.ts';
import { humanize } from '../../../lib/labels.ts';
import { type CreativeActions, formatCost, getRatio } from './creative.ts';
import { CreativeTexts, useTextEdits } from './CreativeTexts.tsx';
import { studioCopy } from '../copy.ts';

const copy = studioCopy.creatives;

interface CreativeDialogProps {
  readonly image: AiImage;
  readonly name: string;
  readonly actions: CreativeActions;
  readonly onClose: () => void;
}

export function CreativeDialog({ image: listed, name, actions, onClose }: CreativeDialogProps) {
  const edits = useTextEdits(listed);
  const { image } = edits;
  const { url, aspectRatio, prompt } = image;
  if (url === null) return null;
  const ratio = getRatio(aspectRatio);
  return (
    <Dialog wide open onOpenChange={onClose} title={name}>
      <div className="flex flex-col gap-6 sm:flex-row sm:items-start">
        <div className="shrink-0 sm:w-1/2">
          <img
            src={imageUrl(url, 1280)}
            alt={copy.alt(name)}
            aria-busy={edits.isDrawing}
            className="mx-auto max-h-[60dvh] max-w-full rounded-md border object-contain"
            style={{ aspectRatio: ratio, width: `calc(60dvh * ${ratio})` }}
          />
        </div>
        <div className="flex min-w-0 flex-1 flex-col gap-4">
          <CreativeTexts edits={edits} />
          <CreativeFacts image={image} />
          <details>
            <summary className="font-semibold">{copy.technicalDetails}</summary>
            {image.seed !== null && <p className="mt-2 text-xs text-quiet">{copy.seedIs(image.seed)}</p>}
            <h3 className="mt-2 text-xs text-quiet">{copy.prompt}</h3>
            <p className="mt-2 mb-3 max-h-60 overflow-y-auto rounded-md bg-sunk p-3 text-xs whitespace-pre-line">
              {prompt}
            </p>
            <CopyButton text={prompt} label={copy.copyPrompt} />
          </details>
        </div>
      </div>
      <DialogActions>
        {actions.makeAnother !== null && (
          <Button busy={actions.isGenerating} onClick={() => (actions.makeAnother?.(), onClose())}>
            <RefreshCw size={16} aria-hidden /> {copy.generateAnother}
          </Button>
        )}
        <a href={imageUrl(url, 1280)} download="" className={buttonClasses('primary')}>
          <Download size={16} aria-hidden /> {copy.download}
        </a>
      </DialogActions>
    </Dialog>
  );
}

function CreativeFacts({ image }: { readonly image: AiImage }) {
  const { width, height, maker, model, layout, sourceAdHash, costEstimate, createdAt } = image;
  const facts = [
    [copy.created, formatTime(createdAt)],
    [copy.madeBy, maker === 'template' ? copy.template : (model ?? copy.imageService)],
    [copy.layout, layout === null ? null : nameLayout(image)],
    [copy.size, width === null || height === null ? null : copy.pixels(width, height)],
    [copy.cost, formatCost(costEstimate)],
    [copy.reference, sourceAdHash === null ? null : <ReferenceLink key="ad" hash={sourceAdHash} />],
  ] as const;
  return <Facts facts={facts} className="grid-cols-[auto_1fr] gap-x-4 gap-y-1" />;
}

/** With a reference ad, also whether its layout is followed, or why not. */
function nameLayout({ layout, referenceLayout }: AiImage): string {
  if (referenceLayout === 'followed') return copy.layoutOfReference;
  const name = humanize(layout ?? '');
  return referenceLayout === null ? name : copy.otherLayout(name, referenceLayout);
}

function ReferenceLink({ hash }: { readonly hash: string }) {
  const { data: ad } = useQuery(api.ads.getDetails.queryOptions({ hash }));
  return (
    <Link to="/ads/$hash" params={{ hash }} className="text-accent underline underline-offset-4">
      {ad === undefined ? copy.ad : joinFacts([ad.advertiser.name, ad.headline], ': ')}
    </Link>
  );
}
