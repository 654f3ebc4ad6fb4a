import { useQuery } from '@tanstack/react-query';
import { api } from '../../../lib/api/client.ts';
import type { Ad, RouterOutputs } from '../../../lib/api/types.ts';
import { Section } from '../../../ui/Page.tsx';
import { QueryView } from '../../../ui/QueryView.tsx';
import { Skeleton } from '../../../ui/states.tsx';
import { survivalCopy } from './copy.ts';
import { Fact, FactList } from './Facts.tsx';

const copy = survivalCopy;

/** How long the ad has run compared with others of its advertiser, and how long it may still run. */
export function Survival({ ad }: { readonly ad: Ad }) {
  const { name } = ad.advertiser;
  const found = useQuery(api.brandSpy.getSurvival.queryOptions({ companyName: name, hash: ad.hash }));
  return (
    <Section title={copy.title} about={copy.about}>
      <QueryView query={found} loading={<Skeleton className="h-24" />}>
        {(survival) => <Estimates survival={survival} name={name} />}
      </QueryView>
    </Section>
  );
}

interface EstimatesProps {
  readonly survival: RouterOutputs['brandSpy']['getSurvival'];
  readonly name: string;
}

function Estimates({ survival: { basis, ad, evidence }, name }: EstimatesProps) {
  const whose = basis === 'advertiser' ? copy.ofBrand(name) : copy.ofCategory;
  const outlived = ad?.outlived ?? null;
  const chances = ad?.chances ?? [];
  if (outlived === null && chances.length === 0) return <p className="text-quiet">{copy.notKnown(whose)}</p>;
  return (
    <div className="flex flex-col gap-2">
      {outlived !== null && <p>{copy.outlived(outlived, whose)}</p>}
      <FactList>
        {chances.map((chance) => (
          <Fact key={chance.days} name={copy.longerThan(chance.days)}>
            {copy.chance(chance)}
          </Fact>
        ))}
      </FactList>
      <p className="text-xs text-quiet">
        {copy.evidence(evidence, whose)} {chances.length > 0 && copy.interval}
      </p>
    </div>
  );
}
