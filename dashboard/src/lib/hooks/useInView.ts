import { type RefObject, useEffect, useEffectEvent } from 'react';

/** Calls back whenever an element scrolls within `pixels` of the viewport, while enabled. */
export function useInView(
  element: RefObject<Element | null>,
  { isEnabled, pixels }: { readonly isEnabled: boolean; readonly pixels: number },
  callback: () => void,
): void {
  const onNear = useEffectEvent(callback);
  useEffect(() => {
    if (!isEnabled || element.current === null) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) onNear();
      },
      { rootMargin: `${pixels}px` },
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [isEnabled, pixels, element]);
}
