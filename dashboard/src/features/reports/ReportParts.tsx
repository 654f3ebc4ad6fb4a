import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { AdThumb } from '../ads/AdThumb.tsx';
import { Section } from '../../ui/Page.tsx';
import { reportsCopy } from './copy.ts';
import type { BrandReport, Report } from './search.ts';

type Ad = Omit<NonNullable<Report['saved']>['shown'][number], 'at'>;

interface TileProps {
  readonly ad: Ad;
  readonly facts: string;
}

function Tile({ ad: { hash, companyName, headline, text, thumbnailUrl }, facts }: TileProps) {
  const title = headline ?? text ?? reportsCopy.report.noText;
  return (
    <li className="min-w-0 break-inside-avoid">
      <Link
        to="/ads/$hash"
        params={{ hash }}
        aria-label={reportsCopy.report.openAd(title)}
        className="flex flex-col gap-1 rounded-sm hover:opacity-85"
      >
        <AdThumb
          url={thumbnailUrl}
          brand={companyName}
          text={title}
          sizes="12rem"
          className="aspect-4/5 w-full rounded-sm"
        />
        <span dir="auto" className="line-clamp-2 break-words">
          {title}
        </span>
        <span className="text-xs text-quiet tabular-nums">{facts}</span>
      </Link>
    </li>
  );
}

interface PartProps {
  readonly title: string;
  readonly about: string;
  readonly evidence: string;
  readonly children?: ReactNode;
}

function Part({ title, about, evidence, children }: PartProps) {
  return (
    <Section title={title} about={about} className="print:border-0 print:p-0">
      {children}
      {evidence !== '' && <p className="text-xs text-quiet">{evidence}</p>}
    </Section>
  );
}

/** Instead of empty sections, one line. */
function Nothing({ brand: { launched, stopped, tests, claims } }: { readonly brand: BrandReport }) {
  const { missing, nothing } = reportsCopy;
  const parts = [
    ...(launched?.ads === 0 ? [missing.launched] : []),
    ...(stopped?.ads === 0 ? [missing.stopped] : []),
    ...(tests?.total === 0 ? [missing.tests] : []),
    ...(claims?.total === 0 ? [missing.claims] : []),
  ];
  if (parts.length === 0) return null;
  const evidence = [
    ...(tests?.total === 0 ? [reportsCopy.tests.evidence(tests)] : []),
    ...(claims?.total === 0 ? [reportsCopy.claims.evidence(claims)] : []),
  ];
  return <Part title={missing.title} about={nothing(parts)} evidence={evidence.join(' ')} />;
}

interface AdsPartProps<Item extends Ad> extends Omit<PartProps, 'children'> {
  readonly ads: readonly Item[];
  readonly facts: (ad: Item) => string;
}

function AdsPart<Item extends Ad>({ ads, facts, ...part }: AdsPartProps<Item>) {
  return (
    <Part {...part}>
      {ads.length > 0 && (
        <ul
          aria-label={part.title}
          className="grid grid-cols-[repeat(auto-fill,minmax(9rem,1fr))] gap-3 print:grid-cols-5"
        >
          {ads.map((ad) => (
            <Tile key={ad.hash} ad={ad} facts={facts(ad)} />
          ))}
        </ul>
      )}
    </Part>
  );
}

export function SavedPart({ saved }: { readonly saved: NonNullable<Report['saved']> }) {
  const copy = reportsCopy.saved;
  return (
    <AdsPart
      title={copy.title}
      about={copy.about(saved.ads)}
      evidence={copy.evidence(saved)}
      ads={saved.shown}
      facts={copy.facts}
    />
  );
}

interface BrandProps {
  readonly brand: BrandReport;
  readonly report: Report;
}

export function BrandParts({ brand, report }: BrandProps) {
  const { companyName, launched, stopped, revived, tests, claims } = brand;
  const copy = reportsCopy;
  return (
    <div className="flex flex-col gap-4">
      <div>
        {report.boardId !== null && (
          <h2 className="text-base font-semibold">
            <Link to="/brands/$name" params={{ name: companyName }} className="hover:underline">
              {companyName}
            </Link>
          </h2>
        )}
        <p className="text-xs text-quiet">{copy.report.evidence(brand.evidence, report)}</p>
      </div>
      {launched === null || stopped === null ? (
        <p>{copy.report.notKnown(report)}</p>
      ) : (
        <>
          {launched.ads > 0 && (
            <AdsPart
              title={copy.launched.title}
              about={copy.launched.about(launched)}
              evidence={copy.launched.evidence(launched)}
              ads={launched.shown}
              facts={copy.launched.facts}
            />
          )}
          <Rising brand={brand} />
          {stopped.ads > 0 && (
            <AdsPart
              title={copy.stopped.title}
              about={copy.stopped.about(stopped)}
              evidence={copy.stopped.evidence(stopped)}
              ads={stopped.shown}
              facts={copy.stopped.facts}
            />
          )}
          {revived !== null && revived.ads > 0 && (
            <AdsPart
              title={copy.revived.title}
              about={copy.saved.about(revived.ads)}
              evidence={copy.revived.evidence(revived)}
              ads={revived.shown}
              facts={copy.saved.facts}
            />
          )}
          {tests !== null && tests.total > 0 && <Tests tests={tests} brand={companyName} />}
          {claims !== null && claims.total > 0 && <Claims claims={claims} brand={companyName} />}
          <Nothing brand={brand} />
        </>
      )}
    </div>
  );
}

function Rising({ brand: { momentum, rising } }: { readonly brand: BrandReport }) {
  const copy = reportsCopy.rising;
  return (
    <AdsPart
      title={copy.title}
      about={momentum === null ? copy.unknown : copy.momentum(momentum)}
      evidence={copy.evidence(rising)}
      ads={rising?.shown ?? []}
      facts={copy.facts}
    />
  );
}

interface TestsProps {
  readonly tests: NonNullable<BrandReport['tests']>;
  readonly brand: string;
}

function Tests({ tests, brand }: TestsProps) {
  const copy = reportsCopy.tests;
  return (
    <Part title={copy.title} about={copy.about(tests)} evidence={copy.evidence(tests)}>
      {tests.tests.length > 0 && (
        <ol className="grid gap-4 lg:grid-cols-2">
          {tests.tests.map(({ test }) => (
            <li
              key={`${test.differs} ${test.arms[0]?.ads[0]?.hash}`}
              className="flex min-w-0 break-inside-avoid flex-col gap-2 rounded-sm border p-3"
            >
              <h3 className="font-semibold">{copy.differs(test)}</h3>
              <ul className="flex flex-col gap-2">
                {test.arms.map(({ value, ads: [ad], end, ...run }) => (
                  <li key={value} className="flex min-w-0 items-start gap-2">
                    {ad !== undefined && (
                      <Link
                        to="/ads/$hash"
                        params={{ hash: ad.hash }}
                        aria-label={reportsCopy.report.openAd(value)}
                        className="shrink-0"
                      >
                        <AdThumb url={ad.thumbnailUrl} brand={brand} className="size-14 rounded-sm" />
                      </Link>
                    )}
                    <span dir="auto" className="line-clamp-2 min-w-0 flex-1 break-words">
                      {value}
                    </span>
                    <span className="shrink-0 text-right whitespace-nowrap tabular-nums">
                      {copy.days(run)}
                      <span className="block text-xs text-quiet">{copy.ends[end]}</span>
                    </span>
                  </li>
                ))}
              </ul>
              <p>{copy.outcome(test)}</p>
            </li>
          ))}
        </ol>
      )}
    </Part>
  );
}

interface ClaimsProps {
  readonly claims: NonNullable<BrandReport['claims']>;
  readonly brand: string;
}

function Claims({ claims, brand }: ClaimsProps) {
  const copy = reportsCopy.claims;
  return (
    <Part title={copy.title} about={copy.about(claims)} evidence={copy.evidence(claims)}>
      {claims.claims.length > 0 && (
        <ul className="grid gap-4 lg:grid-cols-2">
          {claims.claims.map(({ claim, ad }) => (
            <li
              key={`${claim.kind} ${claim.text} ${claim.firstUsed}`}
              className="flex min-w-0 break-inside-avoid gap-3"
            >
              {ad !== null && (
                <Link
                  to="/ads/$hash"
                  params={{ hash: ad.hash }}
                  aria-label={reportsCopy.report.openAd(claim.text)}
                  className="shrink-0"
                >
                  <AdThumb url={ad.thumbnailUrl} brand={brand} className="size-14 rounded-sm" />
                </Link>
              )}
              <div className="min-w-0">
                <p dir="auto" className="font-semibold break-words">
                  {claim.text}
                </p>
                {claim.changedFrom !== null && <p>{copy.was(claim.changedFrom.text)}</p>}
                <p dir="auto" className="line-clamp-2 break-words text-quiet">
                  {claim.sentence}
                </p>
                <p className="text-xs text-quiet">{copy.used(claim)}</p>
              </div>
            </li>
          ))}
        </ul>
      )}
    </Part>
  );
}
