import type { ReactNode } from 'react';
import { classes } from './classes.ts';

interface FactsProps {
  /** Names and values; those that are null are omitted. */
  readonly facts: readonly (readonly [name: string, value: ReactNode])[];
  readonly className: string;
}

export function Facts({ facts, className }: FactsProps) {
  return (
    <dl className={classes('grid', className)}>
      {facts.map(
        ([name, value]) =>
          value !== null && (
            <div key={name} className="contents">
              <dt className="text-quiet">{name}</dt>
              <dd className="min-w-0 break-words">{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}
