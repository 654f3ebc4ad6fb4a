import { Link } from '@tanstack/react-router';
import { BellPlus } from 'lucide-react';
import { buttonClasses } from '../../ui/Button.tsx';
import { classes } from '../../ui/classes.ts';
import { alertSearch } from './alertSearch.ts';
import { adsCopy } from './copy.ts';
import type { IndexFilters } from './filters.ts';

interface AlertMeProps {
  readonly search: IndexFilters;
  /** An icon where the screen is narrow. */
  readonly isCompact?: boolean;
}

/** Opens the editor of a new rule for these ads. */
export function AlertMe({ search, isCompact = false }: AlertMeProps) {
  return (
    <Link
      to="/alerts/rules/$ruleId"
      params={{ ruleId: 'new' }}
      search={alertSearch(search)}
      title={adsCopy.alertMeTip}
      className={buttonClasses(
        'plain',
        classes(
          'shrink-0',
          isCompact && 'max-xl:w-9 max-xl:px-0! max-sm:border-transparent! max-sm:bg-transparent!',
        ),
      )}
    >
      <BellPlus size={16} aria-hidden />
      <span className={classes(isCompact && 'max-xl:sr-only')}>{adsCopy.alertMe}</span>
    </Link>
  );
}
