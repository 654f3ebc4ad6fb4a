import { Hourglass } from 'lucide-react';
import { useEffect, useState } from 'react';
import { retryAfter } from '../../api/errors.ts';
import { counted } from '../../words/format.ts';

/** While the server asks to wait: until when, and that nothing has to be done. */
export function TooOften({ error }: { readonly error: unknown }) {
  const seconds = retryAfter(error);
  if (seconds === undefined) return null;
  return (
    <output className="flex gap-2 rounded-md border border-warn bg-warn-soft p-3">
      <Hourglass size={16} className="mt-0.5 shrink-0 text-warn" aria-hidden />
      <span>
        Trends were asked for too often within a minute. They come by themselves in{' '}
        <span className="sr-only">{counted(seconds, 'second')}</span>
        <Countdown from={seconds} />.
      </span>
    </output>
  );
}

/** Seen, not read aloud: a screen reader would say every second. */
function Countdown({ from }: { readonly from: number }) {
  const [left, setLeft] = useState(from);
  useEffect(() => {
    const timer = setInterval(() => setLeft((before) => Math.max(0, before - 1)), 1000);
    return () => clearInterval(timer);
  }, []);
  return <span aria-hidden>{counted(left, 'second')}</span>;
}
