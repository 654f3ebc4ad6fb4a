import type { Connector, SourceSuggestion } from '@magpie/contract';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useAccount } from '../../../lib/api/account.ts';
import { api, client } from '../../../lib/api/client.ts';
import { useDebounced } from '../../../lib/hooks/useDebounced.ts';
import { humanize } from '../../../lib/labels.ts';
import { Button } from '../../../ui/Button.tsx';
import { Page, Section } from '../../../ui/Page.tsx';
import { QueryView } from '../../../ui/QueryView.tsx';
import { TextField } from '../../../ui/fields.tsx';
import { Loading, Skeletons } from '../../../ui/states.tsx';
import { toast, toastError } from '../../../ui/toast.tsx';
import { adsCopy } from '../../ads/copy.ts';
import { BrandLink, Logo } from '../../ads/Logo.tsx';
import { useBrandSearch } from '../../ads/useBrandSearch.ts';
import { ConnectDialog } from './ConnectDialog.tsx';
import { SourceRow, useSources } from './Libraries.tsx';
import { importsCopy } from './copy.ts';

const copy = importsCopy.addBrand;
const route = getRouteApi('/shell/add-brand');

type Suggested = SourceSuggestion['sources'][number];

/** Finds out how to read the ads of a competitor, and reads them. */
export function AddBrandPage() {
  const { text = '' } = route.useSearch();
  const navigate = route.useNavigate();
  const [typed, setTyped] = useState(text);
  const given = useDebounced(typed.trim());
  const type = (value: string): void => {
    setTyped(value);
    void navigate({ search: { text: value.trim() === '' ? undefined : value }, replace: true });
  };
  return (
    <Page title={copy.title} about={copy.about} narrow>
      <TextField
        label={copy.field}
        hint={copy.hint}
        placeholder={copy.placeholder}
        autoComplete="off"
        value={typed}
        onChange={({ target }) => type(target.value)}
      />
      {given === '' ? <Examples onChoose={type} /> : <Found text={given} />}
    </Page>
  );
}

/** One of each kind that the field reads. */
const examples = [
  'Nike',
  'allbirds.com',
  'instagram.com/gymshark',
  'facebook.com/ads/library/?view_all_page_id=15087023444',
];
const maxRecent = 6;

/** What can be pasted, and the brands that are followed. */
function Examples({ onChoose }: { readonly onChoose: (text: string) => void }) {
  const { data = [] } = useQuery(api.companies.listFollowed.queryOptions());
  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
        <span className="text-xs text-quiet">{copy.examples}</span>
        {examples.map((example) => (
          <Button
            key={example}
            className="h-8 min-w-0 px-2.5 text-xs font-normal!"
            onClick={() => onChoose(example)}
          >
            <span className="max-w-64 truncate">{example}</span>
          </Button>
        ))}
      </div>
      {data.length > 0 && (
        <Section title={copy.recent}>
          <ul className="flex flex-col divide-y rounded-md border">
            {data.slice(0, maxRecent).map(({ companyName, brandLogo, adCount }) => (
              <li key={companyName} className="flex items-center gap-3 px-3 py-2">
                <Logo name={companyName} url={brandLogo} />
                <BrandLink name={companyName} className="min-w-0 flex-1 truncate text-left" />
                <span className="text-quiet tabular-nums">{adsCopy.ads(adCount)}</span>
              </li>
            ))}
          </ul>
        </Section>
      )}
    </>
  );
}

function Found({ text }: { readonly text: string }) {
  const { isOwner } = useAccount();
  const suggestions = useQuery({
    ...api.sources.suggest.queryOptions({ text }),
    enabled: isOwner,
    placeholderData: keepPreviousData,
    retry: false,
  });
  const name = isOwner ? (suggestions.data?.name ?? null) : text;
  return (
    <>
      {name !== null && <InIndex name={name} />}
      {isOwner ? (
        <Section title={copy.libraries} about={copy.librariesAbout}>
          <QueryView query={suggestions} loading={<RowsLoading />}>
            {(found) => <Suggestions suggestion={found} />}
          </QueryView>
        </Section>
      ) : (
        <p className="text-quiet">{copy.ownersOnly}</p>
      )}
    </>
  );
}

function RowsLoading() {
  return (
    <Loading label={copy.loading}>
      <div className="flex flex-col gap-2">
        <Skeletons count={4} className="h-14" />
      </div>
    </Loading>
  );
}

const maxBrands = 5;

function InIndex({ name }: { readonly name: string }) {
  const { data } = useBrandSearch(name, maxBrands).found;
  if (data === undefined) return null;
  const { companies } = data;
  const isKnown = companies.some(({ matchType }) => matchType === 'exact');
  return (
    <Section title={copy.inIndex} about={companies.length === 0 ? copy.notInIndex(name) : undefined}>
      {companies.length > 0 && (
        <ul className="flex flex-col divide-y rounded-md border">
          {companies.map(({ advertiserId, name: company, brandLogo, adCount }) => (
            <li key={advertiserId} className="flex items-center gap-3 px-3 py-2">
              <Logo name={company} url={brandLogo} />
              <BrandLink name={company} className="min-w-0 flex-1 truncate text-left" />
              <span className="text-quiet tabular-nums">{adsCopy.ads(adCount)}</span>
            </li>
          ))}
        </ul>
      )}
      {!isKnown && <FollowName name={name} />}
    </Section>
  );
}

/** Before the first ad of a brand is known. */
function FollowName({ name }: { readonly name: string }) {
  const follow = useFollow();
  return (
    <Button className="self-start" busy={follow.isPending} onClick={() => follow.mutate(name)}>
      {copy.follow(name)}
    </Button>
  );
}

function useFollow() {
  return useMutation({
    mutationFn: (companyName: string) => client.companies.follow.mutate({ companyName }),
    onSuccess: ({ companyName }) => toast(copy.followed(companyName)),
    onError: toastError,
    meta: { invalidates: [api.companies.pathFilter()] },
  });
}

/** As the index spells it. */
function useCompanyName(name: string | null): string | null {
  const { data } = useBrandSearch(name ?? '', maxBrands).found;
  return data?.companies.find(({ matchType }) => matchType === 'exact')?.name ?? name;
}

function Suggestions({ suggestion }: { readonly suggestion: SourceSuggestion }) {
  const companyName = useCompanyName(suggestion.name);
  const connectors = useQuery(api.sources.connectors.queryOptions());
  const existing = useSources();
  const [chosen, setChosen] = useState<Suggested | null>(null);
  const connector = connectors.data?.find((each) => each.connector === chosen?.connector);
  return (
    <>
      <ul className="flex flex-col divide-y rounded-md border">
        {suggestion.sources.map((source) => {
          const own = existing.data?.find(({ name }) => name === source.existing);
          return own === undefined ? (
            <SuggestionRow
              key={source.connector}
              source={source}
              companyName={companyName}
              connector={connectors.data?.find((each) => each.connector === source.connector)}
              onConnect={() => setChosen(source)}
            />
          ) : (
            <SourceRow key={source.connector} source={own} />
          );
        })}
      </ul>
      {chosen !== null && connector !== undefined && (
        <ConnectDialog connector={connector} suggested={chosen} onClose={() => setChosen(null)} />
      )}
    </>
  );
}

interface SuggestionRowProps {
  readonly source: Suggested;
  readonly companyName: string | null;
  readonly connector: Connector | undefined;
  readonly onConnect: () => void;
}

function SuggestionRow({ source, companyName, connector, onConnect }: SuggestionRowProps) {
  const { name, label, query, missing, credentialsFrom } = source;
  const follow = useFollow();
  const add = useMutation({
    mutationFn: () =>
      client.sources.create.mutate({
        name,
        connector: source.connector,
        query: Object.fromEntries(query.map(({ field, value }) => [field, value])),
        ...(credentialsFrom !== null && { credentialsFrom }),
      }),
    onSuccess: () => {
      toast(importsCopy.libraries.added(name));
      if (companyName !== null) follow.mutate(companyName);
    },
    onError: toastError,
    meta: { invalidates: [api.sources.pathFilter()] },
  });
  const isReady = missing.length === 0;
  return (
    <li className="flex flex-wrap items-center gap-3 px-3 py-2">
      <div className="min-w-48 flex-1">
        <p className="font-semibold">{label}</p>
        <p className="text-xs text-quiet">{connector?.about}</p>
        <p className={isReady ? 'text-xs text-good' : 'text-xs text-quiet'}>
          {isReady ? copy.ready : copy.needs(missing.map(labelField))}
        </p>
      </div>
      {isReady ? (
        <Button
          variant="primary"
          aria-label={copy.readFrom(label)}
          busy={add.isPending}
          onClick={() => add.mutate()}
        >
          {copy.read}
        </Button>
      ) : (
        <Button aria-label={importsCopy.libraries.connect(label)} onClick={onConnect}>
          {importsCopy.libraries.add}
        </Button>
      )}
    </li>
  );
}

const labelField = (name: string): string => humanize(name.replaceAll(/(?=[A-Z])/g, '_')).toLowerCase();
