import { Link } from '@tanstack/react-router';
import { ArrowRight } from 'lucide-react';
import { Logo } from '../ads/Logo.tsx';
import { suggestionsOf } from '../../lib/errors.ts';
import { buttonClasses } from '../../ui/Button.tsx';
import { Page } from '../../ui/Page.tsx';
import { FollowButton } from './FollowButton.tsx';

interface UnknownBrandProps {
  readonly name: string;
  readonly error: unknown;
}

/** An unknown name, with suggestions for a typo. */
export function UnknownBrand({ name, error }: UnknownBrandProps) {
  const suggestions = suggestionsOf(error);
  return (
    <Page title={`No brand named ${name}`} narrow>
      {suggestions.length > 0 ? (
        <section className="flex flex-col gap-3">
          <h2 className="text-base font-semibold">Did you mean?</h2>
          <ul className="flex flex-col gap-2">
            {suggestions.map((suggestion) => (
              <li key={suggestion}>
                <Link
                  to="/brands/$name"
                  params={{ name: suggestion }}
                  className="flex items-center gap-3 rounded-md border bg-card p-4 font-semibold hover:bg-sunk"
                >
                  <Logo name={suggestion} url={null} />
                  <span className="min-w-0 flex-1">{suggestion}</span>
                  <ArrowRight size={16} aria-hidden className="shrink-0 text-quiet" />
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ) : (
        <p>No source has ads from this brand, and no similar names were found.</p>
      )}
      <p className="text-quiet">
        If the name is correct, follow it to get an alert when its first ad appears.
      </p>
      <div className="flex flex-wrap gap-2">
        <FollowButton name={name} variant="plain" />
        <Link to="/brands" search={{ name }} className={buttonClasses()}>
          Search brands
        </Link>
      </div>
    </Page>
  );
}
