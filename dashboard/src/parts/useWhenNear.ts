import { type RefObject, useEffect, useEffectEvent } from 'react';

/** Acts when something comes so near to what is seen, as often as it does while that is wanted. */
export function useWhenNear(
  place: RefObject<Element | null>,
  { isWanted, pixels }: { readonly isWanted: boolean; readonly pixels: number },
  act: () => void,
): void {
  const onNear = useEffectEvent(act);
  useEffect(() => {
    if (!isWanted || place.current === null) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) onNear();
      },
      { rootMargin: `${pixels}px` },
    );
    observer.observe(place.current);
    return () => observer.disconnect();
  }, [isWanted, pixels, place]);
}
