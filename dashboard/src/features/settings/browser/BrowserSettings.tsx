import { Bookmark, Puzzle } from 'lucide-react';
import { Link } from '@tanstack/react-router';
import { buttonClasses } from '../../../ui/Button.tsx';
import { CopyButton } from '../../../ui/CopyButton.tsx';
import { Section } from '../../../ui/Page.tsx';
import { settingsCopy } from '../copy.ts';
import { bookmarklet } from './bookmarklet.ts';

const copy = settingsCopy.browser;

/** How to save ads from other pages. */
export function BrowserSettings() {
  return (
    <>
      <Section title={copy.extension} about={copy.extensionText}>
        <div className="flex flex-wrap gap-2">
          <a href="/docs/guides/extension" className={buttonClasses('primary')}>
            <Puzzle size={16} aria-hidden /> {copy.installExtension}
          </a>
          <Link to="/settings/$section" params={{ section: 'keys' }} className={buttonClasses()}>
            {copy.createKey}
          </Link>
        </div>
      </Section>
      <Section title={copy.bookmarklet} about={copy.bookmarkletText}>
        <div className="flex flex-wrap items-center gap-2">
          <BookmarkletLink />
          <CopyButton text={bookmarklet(location.origin)} label={copy.copyBookmarklet} />
        </div>
        <ul className="list-disc pl-4 text-quiet">
          {copy.bookmarkletFacts.map((fact) => (
            <li key={fact}>{fact}</li>
          ))}
        </ul>
      </Section>
    </>
  );
}

/**
 * React refuses `javascript:` addresses, so the address is set later. The policy of this page does not run it: it is for the
 * bookmarks bar.
 */
function BookmarkletLink() {
  return (
    <a
      ref={(link) => link?.setAttribute('href', bookmarklet(location.origin))}
      href="/settings/browser"
      title={copy.dragTip}
      className={buttonClasses('plain', 'cursor-grab')}
    >
      <Bookmark size={16} aria-hidden /> {copy.saveToMagpie}
    </a>
  );
}
