import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { X } from 'lucide-react';
import { useState } from 'react';
import { AdThumb } from '../../ads/AdThumb.tsx';
import { firstMedia, getThumbnail } from '../../ads/mediaUrls.ts';
import { api } from '../../../lib/api/client.ts';
import { httpStatus } from '../../../lib/errors.ts';
import type { RouterOutputs } from '../../../lib/api/types.ts';
import { Button, IconButton } from '../../../ui/Button.tsx';
import { Chip } from '../../../ui/Chip.tsx';
import { QueryView } from '../../../ui/QueryView.tsx';
import { ErrorPanel, Loading, Skeleton } from '../../../ui/states.tsx';
import { tipOn } from '../../../ui/Tip.tsx';
import { joinFacts } from '../../../lib/format.ts';
import { adPartNames } from '../../../lib/labels.ts';
import { studioCopy } from '../copy.ts';

const copy = studioCopy.creatives;

type Payload = RouterOutputs['ads']['getClonePayload'];

interface ReferenceAdProps {
  readonly hash: string;
  readonly productId: number | undefined;
  readonly onClear: () => void;
}

export function ReferenceAd({ hash, productId, onClear }: ReferenceAdProps) {
  const clear = <Button onClick={onClear}>{copy.clearReference}</Button>;
  const payload = useQuery(api.ads.getClonePayload.queryOptions({ hash, productId }));
  return (
    <QueryView
      query={payload}
      loading={
        <Loading label={copy.loadingAd}>
          <Skeleton className="h-24" />
          <Skeleton className="h-32" />
        </Loading>
      }
      renderError={(error, retry) =>
        httpStatus(error) === 404 ? (
          <div className="flex flex-col items-start gap-3 rounded-md bg-warn-soft p-3">
            <p>{copy.referenceGone}</p>
            {clear}
          </div>
        ) : (
          <ErrorPanel error={error} onRetry={retry} action={clear} />
        )
      }
    >
      {(loaded) => <Reference hash={hash} payload={loaded} onClear={onClear} />}
    </QueryView>
  );
}

/** The reference ad beside its results, for comparison. Its errors are shown by `ReferenceAd`. */
export function LargeReference({ hash, productId }: Pick<ReferenceAdProps, 'hash' | 'productId'>) {
  const { data } = useQuery(api.ads.getClonePayload.queryOptions({ hash, productId }));
  const media = data === undefined ? null : firstMedia(data.ad);
  if (data === undefined || media === null) return null;
  const { ad } = data;
  const { width, height } = media;
  const ratio = width === null || height === null ? 4 / 5 : Math.max(width / height, 9 / 16);
  return (
    <aside
      aria-label={copy.reference}
      className="flex w-full shrink-0 flex-col gap-4 sm:w-[38%] lg:sticky lg:top-18"
    >
      <h2 className="flex h-9 items-center text-base font-semibold">{copy.reference}</h2>
      <Link to="/ads/$hash" params={{ hash }} className="flex flex-col gap-2 hover:underline">
        <span className="block overflow-hidden rounded-md border bg-sunk" style={{ aspectRatio: ratio }}>
          <AdThumb url={getThumbnail(media)} brand={ad.companyName} sizes="26rem" className="size-full" />
        </span>
        <span className="line-clamp-2 text-xs text-quiet">
          {joinFacts([ad.companyName, ad.headline ?? ad.body ?? copy.noText], ': ')}
        </span>
      </Link>
    </aside>
  );
}

interface ReferenceProps extends Pick<ReferenceAdProps, 'hash' | 'onClear'> {
  readonly payload: Payload;
}

function Reference({ hash, payload: { ad, structure, doNotCopy }, onClear }: ReferenceProps) {
  return (
    <>
      <div className="flex gap-3 rounded-md border p-2">
        <Link to="/ads/$hash" params={{ hash }} tabIndex={-1} aria-hidden className="w-16 shrink-0">
          <AdThumb
            url={getThumbnail(firstMedia(ad))}
            brand={ad.companyName}
            className="aspect-4/5 w-full rounded-sm"
          />
        </Link>
        <div className="flex min-w-0 flex-1 flex-col gap-1">
          <Link to="/ads/$hash" params={{ hash }} className="truncate font-semibold hover:underline">
            {ad.companyName}
          </Link>
          <p className="line-clamp-2 text-quiet">{ad.headline ?? ad.body ?? copy.noText}</p>
        </div>
        <IconButton label={copy.clearReference} onClick={onClear} className="-mt-1 -mr-1">
          <X size={16} aria-hidden />
        </IconButton>
      </div>
      <Structure structure={structure} />
      <DoNotCopy lines={doNotCopy} />
    </>
  );
}

function Structure({ structure }: { readonly structure: Payload['structure'] }) {
  if (structure.length === 0) return null;
  return (
    <div className="flex flex-col gap-1">
      <h3 className="text-xs text-quiet">{copy.structure}</h3>
      <ol className="flex flex-wrap gap-1">
        {structure.map(({ part, text }) => (
          <li key={`${part} ${text}`}>
            <button type="button" {...tipOn(`“${text}”`)} className="cursor-help rounded-full">
              <Chip>{adPartNames[part]}</Chip>
            </button>
          </li>
        ))}
      </ol>
    </div>
  );
}

const collapsedCount = 4;

function DoNotCopy({ lines }: { readonly lines: readonly string[] }) {
  const [isExpanded, setIsExpanded] = useState(false);
  if (lines.length === 0) return null;
  return (
    <div className="flex flex-col items-start gap-1 rounded-md bg-warn-soft p-3">
      <h3 className="font-semibold text-warn">{copy.doNotCopy}</h3>
      <ul className="flex list-disc flex-col gap-1 pl-4 text-xs">
        {(isExpanded ? lines : lines.slice(0, collapsedCount)).map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      {lines.length > collapsedCount && (
        <button
          type="button"
          aria-expanded={isExpanded}
          className="rounded-sm text-xs underline underline-offset-4"
          onClick={() => setIsExpanded(!isExpanded)}
        >
          {isExpanded ? copy.showFewer : copy.showAll(lines.length)}
        </button>
      )}
    </div>
  );
}
