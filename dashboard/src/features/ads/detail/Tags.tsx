import { Link } from '@tanstack/react-router';
import { Fragment } from 'react';
import type { Tag } from '../../../lib/api/types.ts';
import { Section } from '../../../ui/Page.tsx';
import { Tip, TipOn } from '../../../ui/Tip.tsx';
import { formatShare } from '../../../lib/format.ts';
import { humanize } from '../../../lib/labels.ts';

/** Tags by category with their confidence; each links to the ads that have it. */
export function Tags({ tags }: { readonly tags: readonly Tag[] }) {
  const categories = [...new Set(tags.map(({ category }) => category))];
  return (
    <Section
      title="Tags"
      about={
        <Tip tip="Tags come from words and phrases in the ad copy and, if configured, from a language model. The percentage is the confidence; tags below 50% are left out.">
          Found in the ad copy, with confidence
        </Tip>
      }
    >
      {tags.length === 0 ? (
        <p className="text-quiet">No tags found in the ad copy.</p>
      ) : (
        <dl className="grid grid-cols-[5.5rem_minmax(0,1fr)] gap-x-3 gap-y-2 sm:grid-cols-[7.5rem_minmax(0,1fr)] sm:gap-x-4">
          {categories.map((category) => (
            <Fragment key={category}>
              <dt className="pt-0.5 text-quiet">{humanize(category)}</dt>
              <dd className="flex min-w-0 flex-wrap gap-1.5">
                {tags
                  .filter((tag) => tag.category === category)
                  .map((tag) => (
                    <TagLink key={tag.tagDefinitionId} tag={tag} />
                  ))}
              </dd>
            </Fragment>
          ))}
        </dl>
      )}
    </Section>
  );
}

function TagLink({ tag }: { readonly tag: Tag }) {
  return (
    <TipOn tip="View all ads with this tag">
      <Link
        to="/discover"
        search={{ tagDefinitionIds: [tag.tagDefinitionId] }}
        className="inline-flex min-h-6 max-w-full items-center gap-1.5 rounded-full bg-sunk px-2.5 py-0.5 text-xs hover:bg-accent-soft"
      >
        <span className="truncate">{tag.shortText}</span>
        <span className="shrink-0 text-quiet">{formatShare(tag.confidence)}</span>
      </Link>
    </TipOn>
  );
}
