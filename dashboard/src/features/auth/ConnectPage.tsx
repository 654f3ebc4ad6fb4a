import { useMutation, useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useAccount } from '../../lib/api/account.ts';
import { api, client } from '../../lib/api/client.ts';
import { describeError } from '../../lib/errors.ts';
import type { RouterOutputs } from '../../lib/api/types.ts';
import { Button, buttonClasses } from '../../ui/Button.tsx';
import { Facts } from '../../ui/Facts.tsx';
import { Checkbox } from '../../ui/fields.tsx';
import { QueryView } from '../../ui/QueryView.tsx';
import { ErrorLine, Loading, Skeleton } from '../../ui/states.tsx';
import { Bold, SignInCard } from './SignInCard.tsx';
import { authCopy } from './copy.ts';
import { uiCopy } from '../../ui/copy.ts';

const copy = authCopy.connect;

type AppRequest = RouterOutputs['account']['getAppRequest'];

export function ConnectPage() {
  const { request } = useSearch({ from: '/connect' });
  const appRequest = useQuery({ ...api.account.getAppRequest.queryOptions({ request }), retry: false });
  return (
    <QueryView
      query={appRequest}
      loading={
        <SignInCard title={copy.title}>
          <Loading label={copy.loadingRequest}>
            <Skeleton className="h-40" />
          </Loading>
        </SignInCard>
      }
      renderError={(error) => (
        <SignInCard
          title={copy.failed}
          about={<span role="alert">{copy.failedText(describeError(error))}</span>}
        />
      )}
    >
      {(app) =>
        app.refusal === null ? (
          <Consent request={request} app={app} />
        ) : (
          <SignInCard
            title={copy.invalidTitle(app.name)}
            about={<span role="alert">{copy.invalidText(app.refusal)}</span>}
          >
            <a href={app.declineUrl} className={buttonClasses('primary')}>
              {copy.backTo(app.redirectHost)}
            </a>
          </SignInCard>
        )
      }
    </QueryView>
  );
}

function Consent({ request, app }: { readonly request: string; readonly app: AppRequest }) {
  const { email } = useAccount();
  const [mayWrite, setMayWrite] = useState(app.scopes.includes('write'));
  const connect = useMutation({
    mutationFn: () =>
      client.account.connectApp.mutate({ request, scopes: mayWrite ? ['read', 'write'] : ['read'] }),
    onSuccess: ({ redirectUrl }) => location.assign(redirectUrl),
  });
  return (
    <SignInCard
      title={copy.confirmTitle(app.name)}
      about={copy.onBehalfOf(<Bold key="email">{email}</Bold>)}
      below={copy.disconnectHint}
    >
      <AppFacts app={app} />
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          connect.mutate();
        }}
      >
        <fieldset className="flex flex-col gap-2">
          <legend className="mb-1 font-semibold">{copy.permissions}</legend>
          <Checkbox checked disabled readOnly>
            {copy.readPermission}
          </Checkbox>
          {app.scopes.includes('write') && (
            <Checkbox checked={mayWrite} onChange={(event) => setMayWrite(event.target.checked)}>
              {copy.writePermission}
            </Checkbox>
          )}
        </fieldset>
        <ErrorLine error={connect.error} />
        <div className="flex justify-end gap-2">
          <a href={app.declineUrl} className={buttonClasses('plain')}>
            {uiCopy.cancel}
          </a>
          <Button type="submit" variant="primary" busy={connect.isPending || connect.isSuccess}>
            {copy.connect}
          </Button>
        </div>
      </form>
    </SignInCard>
  );
}

function AppFacts({ app: { host, redirectHost, isLocal } }: { readonly app: AppRequest }) {
  return (
    <div className="flex flex-col gap-2">
      <Facts
        className="grid-cols-[auto_1fr] gap-x-4 gap-y-1"
        facts={[
          [copy.publishedBy, host ?? copy.unverified],
          [copy.returnsTo, redirectHost],
        ]}
      />
      {(isLocal || host === null) && (
        <p className="rounded-md bg-warn-soft p-3 text-sm">
          {isLocal ? copy.localWarning : copy.unverifiedWarning}
        </p>
      )}
    </div>
  );
}
