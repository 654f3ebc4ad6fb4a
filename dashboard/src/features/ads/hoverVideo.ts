import { useEffect, useRef, useState } from 'react';

/** Moving the pointer across a card should not load its video. */
const hoverMilliseconds = 120;

export function prefersReducedMotion(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches;
}

/** Plays a video while the mouse is over it, unless the reader prefers reduced motion, or after a press on its button. */
export function useHoverVideo() {
  const [isPlaying, setIsPlaying] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const start = (event: { readonly pointerType: string }): void => {
    if (event.pointerType !== 'mouse' || prefersReducedMotion()) return;
    timer.current = setTimeout(() => setIsPlaying(true), hoverMilliseconds);
  };
  const stop = (event: { readonly pointerType: string }): void => {
    if (event.pointerType !== 'mouse') return;
    clearTimeout(timer.current);
    setIsPlaying(false);
  };
  return {
    isPlaying,
    toggle: () => setIsPlaying((before) => !before),
    props: { onPointerEnter: start, onPointerLeave: stop },
  };
}
