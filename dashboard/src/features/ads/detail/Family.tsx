import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { api } from '../../../lib/api/client.ts';
import type { Ad, RouterOutputs } from '../../../lib/api/types.ts';
import { formatDay } from '../../../lib/format.ts';
import { Section } from '../../../ui/Page.tsx';
import { Skeleton } from '../../../ui/states.tsx';
import { AdThumb } from '../AdThumb.tsx';
import { adsCopy } from '../copy.ts';
import { familyCopy } from './copy.ts';
import { describeLaunchMomentum } from '../momentumCopy.ts';
import { BrandLink } from '../Logo.tsx';
import { firstMedia, getThumbnail } from '../mediaUrls.ts';
import { Fact, FactList } from './Facts.tsx';

const copy = familyCopy;

type FamilyOutput = RouterOutputs['ads']['getFamily'];

const shownAds = 5;
const shownCopycats = 3;

/** Other ads with the same creative, who ran it first and who copied it. Nothing for an ad without others. */
export function Family({ ad: { hash } }: { readonly ad: Ad }) {
  const { data: family } = useQuery(api.ads.getFamily.queryOptions({ hash, limit: shownAds + 1 }));
  if (family === undefined || family.total < 2) return null;
  const others = family.members.filter((member) => member.hash !== hash).slice(0, shownAds);
  return (
    <Section title={copy.title} about={copy.about}>
      <div className="flex flex-col gap-2">
        <p>{copy.summary(family)}</p>
        {family.momentum && <p>{describeLaunchMomentum(family.momentum)}</p>}
        <Runners family={family} />
        <OtherAds members={others} />
        <p className="text-xs text-quiet">{copy.evidence(family.evidence)}</p>
      </div>
    </Section>
  );
}

function Runners({ family: { firstRunner, copycats } }: { readonly family: FamilyOutput }) {
  if (firstRunner === null) return null;
  return (
    <FactList>
      <Fact name={copy.firstRunner}>
        <BrandLink name={firstRunner.companyName} className="font-normal" />{' '}
        {copy.since(formatDay(firstRunner.firstDate), firstRunner.isDatePublished)}
      </Fact>
      {copycats.slice(0, shownCopycats).map(({ advertiserId, companyName, daysLater }) => (
        <Fact key={advertiserId} name={copy.copycat}>
          <BrandLink name={companyName} className="font-normal" /> {copy.later(daysLater)}
        </Fact>
      ))}
    </FactList>
  );
}

function OtherAds({ members }: { readonly members: FamilyOutput['members'] }) {
  const { data } = useQuery(api.ads.getMany.queryOptions({ hashes: members.map(({ hash }) => hash) }));
  const thumbnails = data && new Map(data.ads.map((ad) => [ad.hash, getThumbnail(firstMedia(ad))]));
  return (
    <ul className="grid grid-cols-3 gap-3 sm:grid-cols-5">
      {members.map((member) => (
        <OtherAd
          key={member.hash}
          member={member}
          thumbnail={thumbnails && (thumbnails.get(member.hash) ?? null)}
        />
      ))}
    </ul>
  );
}

interface OtherAdProps {
  readonly member: FamilyOutput['members'][number];
  /** Undefined while loading. */
  readonly thumbnail: string | null | undefined;
}

function OtherAd({ member, thumbnail }: OtherAdProps) {
  const { hash, companyName, headline, body, sameAs } = member;
  const text = headline ?? body;
  return (
    <li className="min-w-0">
      <Link
        to="/ads/$hash"
        params={{ hash }}
        title={text ?? undefined}
        className="flex flex-col gap-1 hover:underline"
      >
        {thumbnail === undefined ? (
          <Skeleton className="aspect-4/5" />
        ) : (
          <AdThumb
            url={thumbnail}
            brand={companyName}
            text={text}
            sizes="8rem"
            className="aspect-4/5 w-full rounded-sm"
          />
        )}
        <span className="sr-only">{text ?? adsCopy.adBy(companyName)}</span>
        <span className="truncate text-xs">{companyName}</span>
        <span className="text-xs text-quiet">{copy.sameAs(sameAs)}</span>
      </Link>
    </li>
  );
}
