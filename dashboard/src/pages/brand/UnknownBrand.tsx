import { Link } from '@tanstack/react-router';
import { ArrowRight } from 'lucide-react';
import { Logo } from '../../ads/Logo.tsx';
import { suggestionsOf } from '../../api/errors.ts';
import { buttonClasses } from '../../parts/Button.tsx';
import { Page } from '../../parts/Page.tsx';
import { FollowButton } from './FollowButton.tsx';

interface UnknownBrandProps {
  readonly name: string;
  readonly error: unknown;
}

/** A name that nobody has: whose may have been meant, so that a typo leads on. */
export function UnknownBrand({ name, error }: UnknownBrandProps) {
  const suggestions = suggestionsOf(error);
  return (
    <Page title={`No brand is called ${name}`} narrow>
      {suggestions.length > 0 ? (
        <section className="flex flex-col gap-3">
          <h2 className="text-base font-semibold">Did you mean</h2>
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
        <p>None of your sources has brought an ad of it yet, and no other name is like it.</p>
      )}
      <p className="text-quiet">If the name is right, follow it: you are told when its first ad is found.</p>
      <div className="flex flex-wrap gap-2">
        <FollowButton name={name} look="plain" />
        <Link to="/brands" search={{ name }} className={buttonClasses()}>
          Search brands
        </Link>
      </div>
    </Page>
  );
}
