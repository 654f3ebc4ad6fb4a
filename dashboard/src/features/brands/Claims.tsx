import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { api } from '../../lib/api/client.ts';
import type { RouterOutputs } from '../../lib/api/types.ts';
import { Chip } from '../../ui/Chip.tsx';
import { SelectMenu } from '../../ui/SelectMenu.tsx';
import { Section } from '../../ui/Page.tsx';
import { Tip } from '../../ui/Tip.tsx';
import { adsCopy } from '../ads/copy.ts';
import { PagedList } from './RankedTexts.tsx';
import { brandsCopy } from './copy.ts';
import { type BrandFilters, type ClaimKind, claimKinds } from './search.ts';

const copy = brandsCopy.claims;

type Found = RouterOutputs['brandSpy']['listClaims'];
type Claim = Found['claims'][number];

interface ClaimsProps {
  readonly name: string;
  readonly filters: BrandFilters;
  readonly kind: ClaimKind | undefined;
  readonly onKind: (kind: ClaimKind | undefined) => void;
}

/** What the ads of a brand claim, and what changed. */
export function Claims({ name, filters: { status: _status, ...filters }, kind, onKind }: ClaimsProps) {
  const found = useInfiniteQuery({
    ...api.brandSpy.listClaims.infiniteQueryOptions(
      { companyName: name, ...filters, kind, limit: 6 },
      { getNextPageParam: ({ nextCursor }) => nextCursor },
    ),
    placeholderData: keepPreviousData,
    select: ({ pages }) => ({
      evidence: pages[0]?.evidence,
      total: pages[0]?.total ?? 0,
      entries: pages.flatMap(({ claims }) => claims),
    }),
  });
  const { evidence, total = 0 } = found.data ?? {};
  return (
    <Section
      title={copy.title}
      about={copy.about}
      actions={
        <SelectMenu
          label={copy.kind}
          value={kind ?? ''}
          options={[['', copy.allKinds], ...claimKinds.map((value) => [value, copy.kinds[value]] as const)]}
          onChange={(value) => onKind(claimKinds.find((each) => each === value))}
        />
      }
    >
      <PagedList list={found} empty={copy.empty} entryHeight="h-20">
        {(entries) => (
          <ul className="grid gap-x-6 lg:grid-cols-2">
            {entries.map((claim) => (
              <ClaimItem key={`${claim.kind} ${claim.text} ${claim.firstUsed}`} claim={claim} brand={name} />
            ))}
          </ul>
        )}
      </PagedList>
      {evidence !== undefined && <p className="text-xs text-quiet">{copy.evidence(total, evidence)}</p>}
    </Section>
  );
}

function ClaimItem({ claim, brand }: { readonly claim: Claim; readonly brand: string }) {
  const { kind, text, sentence, changedFrom } = claim;
  return (
    <li className="flex min-w-0 flex-col gap-1.5 border-b py-3">
      <p className="flex flex-wrap items-center gap-2">
        <span dir="auto" className="min-w-0 font-semibold break-words">
          {text}
        </span>
        <Chip>{copy.kinds[kind]}</Chip>
      </p>
      {changedFrom !== null && <p>{copy.was(changedFrom)}</p>}
      <blockquote dir="auto" className="line-clamp-3 border-l-2 pl-3 break-words text-quiet" title={sentence}>
        {sentence}
      </blockquote>
      <p className="flex flex-wrap gap-x-1.5 text-xs text-quiet">
        <Tip tip={copy.datesTip(claim.evidence)}>{copy.used(claim)}</Tip>
        <span aria-hidden>·</span>
        <AdsLink claim={claim} brand={brand} />
      </p>
    </li>
  );
}

/** The ad, or the ads of the brand with these words. */
function AdsLink({
  claim: { ads, adCount, text },
  brand,
}: {
  readonly claim: Claim;
  readonly brand: string;
}) {
  const [only] = ads;
  const label = adsCopy.ads(adCount);
  const name = copy.showAds(adCount, text);
  if (adCount === 1 && only !== undefined) {
    return (
      <Link to="/ads/$hash" params={{ hash: only }} aria-label={name} className="underline">
        {label}
      </Link>
    );
  }
  const search = { companyNames: [brand], searchQuery: `"${text.replaceAll('"', ' ')}"` };
  return (
    <Link to="/discover" search={search} aria-label={name} className="underline">
      {label}
    </Link>
  );
}
