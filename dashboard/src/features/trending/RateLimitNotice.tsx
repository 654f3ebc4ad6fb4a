import { Hourglass } from 'lucide-react';
import { useEffect, useState } from 'react';
import { retryAfter } from '../../lib/errors.ts';
import { plural } from '../../lib/format.ts';

/** Shown while a rate-limited request waits for its retry. */
export function RateLimitNotice({ error }: { readonly error: unknown }) {
  const seconds = retryAfter(error);
  if (seconds === undefined) return null;
  return (
    <output className="flex gap-2 rounded-md border border-warn bg-warn-soft p-3">
      <Hourglass size={16} className="mt-0.5 shrink-0 text-warn" aria-hidden />
      <span>
        Too many requests. Retrying in <span className="sr-only">{plural(seconds, 'second')}</span>
        <Countdown from={seconds} />.
      </span>
    </output>
  );
}

/** Hidden from screen readers, which would announce every second. */
function Countdown({ from }: { readonly from: number }) {
  const [left, setLeft] = useState(from);
  useEffect(() => {
    const timer = setInterval(() => setLeft((before) => Math.max(0, before - 1)), 1000);
    return () => clearInterval(timer);
  }, []);
  return <span aria-hidden>{plural(left, 'second')}</span>;
}
