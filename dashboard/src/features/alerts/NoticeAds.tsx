import { Link } from '@tanstack/react-router';
import type { Notification } from '../../lib/api/types.ts';
import { noticeFacts } from './inbox/noticeFacts.ts';
import { OutsideLink } from '../../ui/OutsideLink.tsx';
import { Tip } from '../../ui/Tip.tsx';
import { plural, formatAgo, formatNumber, formatTime } from '../../lib/format.ts';
import { FoundAds } from './FoundAds.tsx';

/** A notification: title, rule, time, brands, landing pages and ads. */
export function NoticeAds({ notice }: { readonly notice: Notification }) {
  const { title, ruleId, createdAt, adHashes } = notice;
  const facts = noticeFacts(notice);
  return (
    <section aria-label={title} className="flex flex-col gap-4">
      <header className="flex flex-col gap-1">
        <h2 dir="auto" className="text-base font-semibold">
          {title}
        </h2>
        <p className="flex flex-wrap gap-x-1.5 text-quiet">
          {ruleId === null ? (
            <span>{facts.ruleName}</span>
          ) : (
            <Link
              to="/alerts/rules/$ruleId"
              params={{ ruleId: String(ruleId) }}
              className="text-accent hover:underline"
            >
              {facts.ruleName}
            </Link>
          )}
          <span aria-hidden>·</span>
          <Tip tip={`Sent ${formatTime(createdAt)}`}>{formatAgo(createdAt)}</Tip>
        </p>
      </header>
      {facts.companyCount > 1 && <Companies {...facts} />}
      {facts.landingPages.length > 0 && <LandingPages pages={facts.landingPages} />}
      <FoundAds hashes={adHashes} total={facts.adCount} companies={facts.companies.map(({ name }) => name)} />
    </section>
  );
}

const maxCompanies = 12;

function Companies({ companies, companyCount }: ReturnType<typeof noticeFacts>) {
  const left = companyCount - Math.min(companies.length, maxCompanies);
  return (
    <ul aria-label="Brands" className="flex flex-wrap items-center gap-2">
      {companies.slice(0, maxCompanies).map(({ name, adCount }) => (
        <li key={name} className="min-w-0">
          <Link
            to="/brands/$name"
            params={{ name }}
            className="flex min-h-6 items-center gap-1.5 rounded-full bg-sunk px-2.5 py-0.5 text-xs hover:underline"
          >
            <span dir="auto" className="min-w-0 truncate">
              {name}
            </span>
            <span className="text-quiet">{formatNumber(adCount)}</span>
            <span className="sr-only">{adCount === 1 ? 'ad' : 'ads'}</span>
          </Link>
        </li>
      ))}
      {left > 0 && <li className="text-xs text-quiet">and {plural(left, 'other', 'others')}</li>}
    </ul>
  );
}

const maxPages = 10;

function LandingPages({ pages }: { readonly pages: readonly string[] }) {
  return (
    <ul aria-label="New landing pages" className="flex flex-col gap-1 rounded-md border bg-card p-4">
      {pages.slice(0, maxPages).map((page) => (
        <li key={page} className="flex min-w-0">
          <OutsideLink href={page}>{page}</OutsideLink>
        </li>
      ))}
      {pages.length > maxPages && (
        <li className="text-xs text-quiet">and {plural(pages.length - maxPages, 'other', 'others')}</li>
      )}
    </ul>
  );
}
