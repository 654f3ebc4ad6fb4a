import { Link } from '@tanstack/react-router';
import { Fragment, type ReactNode } from 'react';
import type { Ad, Tag } from '../../../lib/api/types.ts';
import {
  countryName,
  formatAgo,
  formatDay,
  formatDuration,
  formatShare,
  languageName,
} from '../../../lib/format.ts';
import { formatNames, humanize, platformNames } from '../../../lib/labels.ts';
import { OutsideLink } from '../../../ui/OutsideLink.tsx';
import { Section } from '../../../ui/Page.tsx';
import { Tip, tipOn } from '../../../ui/Tip.tsx';
import { adsCopy } from '../copy.ts';
import { factsCopy } from './copy.ts';

const copy = factsCopy;

/** Everything else about the ad; unknown facts are left out. */
export function Facts({ ad }: { readonly ad: Ad }) {
  const { advertiser, startDate, endDate, countries, language, landingPageUrl, sourceUrl } = ad;
  const partner = ad.isPartnership ? (ad.partnerName ?? copy.unknownPartner) : null;
  const callToAction = ad.ctaText ?? (ad.ctaType === null ? null : humanize(ad.ctaType));
  return (
    <Section title={copy.title}>
      <FactList>
        <Fact name={copy.brand}>
          <Link to="/brands/$name" params={{ name: advertiser.name }} className="text-accent hover:underline">
            {advertiser.name}
          </Link>
        </Fact>
        <Fact name={copy.brandPage}>
          {advertiser.pageUrl === null ? null : <UrlLink url={advertiser.pageUrl} />}
        </Fact>
        <Fact name={copy.partnership}>{partner}</Fact>
        <Fact name={copy.status}>{adsCopy.status(ad)}</Fact>
        <Fact name={copy.started}>{startDate === null ? null : formatDay(startDate)}</Fact>
        <Fact name={copy.ended}>{endDate === null ? null : formatDay(endDate)}</Fact>
        <Fact name={copy.firstSeen}>{formatDay(ad.firstSeenAt)}</Fact>
        <Fact name={copy.lastSeen}>
          <bdi>{formatDay(ad.lastSeenAt)}</bdi> (<bdi>{formatAgo(ad.lastSeenAt)}</bdi>)
        </Fact>
        <Fact name={adsCopy.platforms}>{ad.platforms.map((one) => platformNames[one]).join(', ')}</Fact>
        <Fact name={copy.countries}>
          {countries.length === 0 ? null : (
            <LongList items={countries.map(countryName).toSorted((a, b) => a.localeCompare(b))} />
          )}
        </Fact>
        <Fact name={copy.language}>{language === null ? null : languageName(language)}</Fact>
        <Fact name={copy.format}>{[formatNames[ad.format], ...describeSize(ad)].join(', ')}</Fact>
        <Fact name={copy.adType}>{ad.adType === null ? null : humanize(ad.adType)}</Fact>
        <Fact name={copy.callToAction}>{callToAction}</Fact>
        <Fact name={copy.landingPage}>
          {landingPageUrl === null ? ad.landingPageDomain : <UrlLink url={landingPageUrl} />}
        </Fact>
        <Fact name={copy.source}>
          {sourceUrl === null ? null : <OutsideLink href={sourceUrl}>{copy.viewSource}</OutsideLink>}
        </Fact>
        <Fact name={copy.id}>{ad.externalId}</Fact>
      </FactList>
    </Section>
  );
}

export function FactList({ children }: { readonly children: ReactNode }) {
  return (
    <dl className="grid grid-cols-[6.75rem_minmax(0,1fr)] gap-x-3 gap-y-2 sm:grid-cols-[7.5rem_minmax(0,1fr)] sm:gap-x-4">
      {children}
    </dl>
  );
}

export function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  if (children === null || children === '') return null;
  return (
    <>
      <dt className="text-quiet">{name}</dt>
      <dd className="min-w-0">{children}</dd>
    </>
  );
}

function describeSize({ media: [first], cards }: Ad): readonly string[] {
  const { width = null, height = null, durationSeconds = null } = first ?? {};
  return [
    cards.length > 0 && adsCopy.card.cards(cards.length),
    width !== null && height !== null && `${width} × ${height}`,
    durationSeconds !== null && formatDuration(durationSeconds),
  ].filter((part) => part !== false);
}

const initialCount = 10;

export function LongList({ items }: { readonly items: readonly string[] }) {
  if (items.length <= initialCount) return items.join(', ');
  return (
    <details>
      <summary className="cursor-pointer rounded-sm">
        {items.slice(0, initialCount).join(', ')}{' '}
        <span className="text-accent">{adsCopy.more(items.length - initialCount)}</span>
      </summary>
      {items.slice(initialCount).join(', ')}
    </details>
  );
}

export function Tags({ tags }: { readonly tags: readonly Tag[] }) {
  const categories = [...new Set(tags.map(({ category }) => category))];
  return (
    <Section title={adsCopy.tags.title} about={<Tip tip={adsCopy.tags.tip}>{adsCopy.tags.about}</Tip>}>
      {tags.length === 0 ? (
        <p className="text-quiet">{adsCopy.tags.empty}</p>
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
    <Link
      {...tipOn(adsCopy.tags.view)}
      to="/discover"
      search={{ tagDefinitionIds: [tag.tagDefinitionId] }}
      className="inline-flex min-h-6 max-w-full items-center gap-1.5 rounded-full bg-sunk px-2.5 py-0.5 text-xs hover:bg-accent-soft"
    >
      <span className="truncate">{tag.shortText}</span>
      <span className="shrink-0 text-quiet">{formatShare(tag.confidence)}</span>
    </Link>
  );
}

/** A URL without protocol, `www.` and query. */
export function UrlLink({ url }: { readonly url: string }) {
  const parsed = URL.canParse(url) ? new URL(url) : null;
  const text = parsed === null ? url : `${parsed.hostname.replace(/^www\./, '')}${parsed.pathname}`;
  return <OutsideLink href={url}>{text.replace(/\/$/, '')}</OutsideLink>;
}
