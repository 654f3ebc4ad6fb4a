import type { Ad } from '../../../lib/api/types.ts';
import { countryName } from '../../../lib/format.ts';
import { Section } from '../../../ui/Page.tsx';
import { transparencyCopy } from './copy.ts';
import { Fact, FactList, LongList } from './Facts.tsx';

const copy = transparencyCopy;

/** What the ad's library publishes about its payer, cost and audience; absent if it publishes nothing. */
export function Transparency({ ad }: { readonly ad: Ad }) {
  const { legalName, payer, beneficiary, impressions, spend, collationId, targeting } = ad;
  const {
    ages = [],
    genders = [],
    countries = [],
    places = [],
    parameters = [],
    excluded = [],
  } = targeting ?? {};
  const [shown, cost] = [copy.amount(impressions), copy.spend(spend)];
  const published = [legalName, payer, beneficiary, shown, cost, collationId, targeting];
  if (published.every((value) => value === null)) return null;
  return (
    <Section title={copy.title}>
      <FactList>
        <Fact name={copy.legalName}>{legalName}</Fact>
        <Fact name={copy.payer}>{payer}</Fact>
        <Fact name={copy.beneficiary}>{beneficiary}</Fact>
        <Fact name={copy.impressions}>{shown}</Fact>
        <Fact name={copy.cost}>{cost}</Fact>
        <Fact name={copy.ages}>{ages.join(', ')}</Fact>
        <Fact name={copy.genders}>{genders.map((gender) => copy.genderNames[gender]).join(', ')}</Fact>
        <Fact name={copy.places}>{toList([...countries.map(countryName), ...places])}</Fact>
        <Fact name={copy.parameters}>{toList(parameters)}</Fact>
        <Fact name={copy.excluded}>{toList(excluded)}</Fact>
        <Fact name={copy.group}>{collationId}</Fact>
      </FactList>
    </Section>
  );
}

function toList(items: readonly string[]) {
  return items.length === 0 ? null : <LongList items={items} />;
}
