import { ChevronDown } from 'lucide-react';
import { type ReactNode, useState } from 'react';

interface FacetGroupProps {
  readonly title: string;
  /** The number of selected values. */
  readonly selected: number;
  readonly isInitiallyOpen: boolean;
  readonly children: ReactNode;
}

/** A collapsible filter. */
export function FacetGroup({ title, selected, isInitiallyOpen, children }: FacetGroupProps) {
  const [isOpen, setIsOpen] = useState(isInitiallyOpen || selected > 0);
  return (
    <details
      open={isOpen}
      onToggle={(event) => setIsOpen(event.currentTarget.open)}
      className="group border-b last:border-b-0"
    >
      <summary className="flex h-11 cursor-pointer list-none items-center gap-2 rounded-sm font-semibold focus-visible:-outline-offset-2 [&::-webkit-details-marker]:hidden">
        {title}
        {selected > 0 && (
          <span className="rounded-full bg-accent-soft px-1.5 text-xs text-accent-strong">
            {selected}
            <span className="sr-only"> selected</span>
          </span>
        )}
        <ChevronDown
          size={16}
          aria-hidden
          className="ml-auto text-quiet transition-transform group-open:rotate-180"
        />
      </summary>
      {isOpen && <div className="flex flex-col gap-1 pb-4">{children}</div>}
    </details>
  );
}
