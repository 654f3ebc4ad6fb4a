import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useEffect } from 'react';
import { api } from '../../../lib/api/client.ts';
import { isHandledElsewhere, useKeyDown } from '../../../lib/hooks/useKeyDown.ts';
import { IconButton } from '../../../ui/Button.tsx';
import { findPlace } from '../adSequence.ts';
import { adsCopy } from '../copy.ts';
import { mediaCopy } from './copy.ts';

const copy = adsCopy.ad;

/** Elements that use the arrow keys themselves. */
const usesArrows = 'video, [role=tablist], [role=radiogroup], [role=slider], [role=application]';

/** The previous and next ad of the list that this one was opened from: buttons, and the keys k, j and arrows. */
export function AdSteps({ hash }: { readonly hash: string }) {
  const place = findPlace(hash);
  const navigate = useNavigate();
  const queries = useQueryClient();
  const { previous = null, next = null } = place ?? {};
  // "Back" leads to the list, not through all ads.
  const open = (target: string | null): void => {
    if (target !== null) void navigate({ to: '/ads/$hash', params: { hash: target }, replace: true });
  };
  useEffect(() => {
    if (next !== null) void queries.prefetchQuery(api.ads.getDetails.queryOptions({ hash: next }));
  }, [queries, next]);
  useKeyDown((event) => {
    if (place === null || isHandledElsewhere(event)) return;
    const isArrow = event.key.startsWith('Arrow');
    if (isArrow && event.target instanceof Element && event.target.closest(usesArrows) !== null) return;
    if (event.key === 'k' || event.key === 'ArrowLeft') open(previous);
    else if (event.key === 'j' || event.key === 'ArrowRight') open(next);
    else return;
    event.preventDefault();
  });
  if (place === null) return null;
  return (
    <fieldset className="flex items-center" aria-label={copy.steps}>
      <IconButton label={copy.previousAd} disabled={previous === null} onClick={() => open(previous)}>
        <ChevronLeft size={16} aria-hidden />
      </IconButton>
      <span className="text-xs whitespace-nowrap text-quiet tabular-nums">
        {mediaCopy.position(place.position, place.count)}
      </span>
      <IconButton label={copy.nextAd} disabled={next === null} onClick={() => open(next)}>
        <ChevronRight size={16} aria-hidden />
      </IconButton>
    </fieldset>
  );
}
