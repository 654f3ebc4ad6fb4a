import { useMutation, useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { useAccount } from '../../lib/api/account.ts';
import { api, client } from '../../lib/api/client.ts';
import { errorMessage } from '../../lib/errors.ts';
import type { RouterOutputs } from '../../lib/api/types.ts';
import { Button, buttonClasses } from '../../ui/Button.tsx';
import { Checkbox } from '../../ui/fields.tsx';
import { QueryView } from '../../ui/QueryView.tsx';
import { Loading, Skeleton } from '../../ui/states.tsx';
import { SignInCard } from './SignInCard.tsx';

type AppRequest = RouterOutputs['account']['getAppRequest'];

/** The consent page for an app that wants to act for the user. */
export function ConnectPage() {
  const { request } = useSearch({ from: '/connect' });
  const appRequest = useQuery({ ...api.account.getAppRequest.queryOptions({ request }), retry: false });
  return (
    <QueryView
      query={appRequest}
      loading={<ConnectSkeleton />}
      renderError={(error) => (
        <SignInCard
          title="This app cannot be connected"
          about={<span role="alert">{errorMessage(error)} Go back to the app and try again.</span>}
        />
      )}
    >
      {(app) =>
        app.refusal === null ? (
          <Consent request={request} app={app} />
        ) : (
          <InvalidRequest app={app} refusal={app.refusal} />
        )
      }
    </QueryView>
  );
}

function ConnectSkeleton() {
  return (
    <SignInCard title="Connect an app">
      <Loading label="Loading request">
        <Skeleton className="h-40" />
      </Loading>
    </SignInCard>
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
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    connect.mutate();
  };
  return (
    <SignInCard
      title={`Connect ${app.name}?`}
      about={
        <>
          It will act on behalf of <b className="text-ink">{email}</b>.
        </>
      }
      below="You can disconnect it at any time in Settings, Agents."
    >
      <AppFacts app={app} />
      <form className="flex flex-col gap-4" onSubmit={submit}>
        <fieldset className="flex flex-col gap-2">
          <legend className="mb-1 font-semibold">Permissions</legend>
          <Checkbox checked disabled readOnly>
            Read ads, boards, notes and notifications
          </Checkbox>
          {app.scopes.includes('write') && (
            <Checkbox checked={mayWrite} onChange={(event) => setMayWrite(event.target.checked)}>
              Save ads, write notes, create boards and follow brands
            </Checkbox>
          )}
        </fieldset>
        {connect.isError && (
          <p role="alert" className="text-bad">
            {errorMessage(connect.error)}
          </p>
        )}
        <div className="flex justify-end gap-2">
          <a href={app.declineUrl} className={buttonClasses('plain')}>
            Cancel
          </a>
          <Button type="submit" variant="primary" busy={connect.isPending || connect.isSuccess}>
            Connect
          </Button>
        </div>
      </form>
    </SignInCard>
  );
}

/** Verified facts about the app, and a warning about unverified ones. */
function AppFacts({ app: { host, redirectHost, isLocal } }: { readonly app: AppRequest }) {
  return (
    <div className="flex flex-col gap-2">
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
        <dt className="text-quiet">Published by</dt>
        <dd className="min-w-0 break-all">{host ?? 'unverified'}</dd>
        <dt className="text-quiet">Returns to</dt>
        <dd className="min-w-0 break-all">{redirectHost}</dd>
      </dl>
      {(isLocal || host === null) && (
        <p className="rounded-md bg-warn-soft p-3 text-sm">
          {isLocal
            ? 'The app runs on this computer. Any program here could use its name. Connect it only if you just started it yourself.'
            : 'The app chose its name itself. Connect it only if you started this in the app.'}
        </p>
      )}
    </div>
  );
}

function InvalidRequest({ app, refusal }: { readonly app: AppRequest; readonly refusal: string }) {
  return (
    <SignInCard
      title={`${app.name} cannot be connected`}
      about={<span role="alert">The app sent an invalid request. {refusal}</span>}
    >
      <a href={app.declineUrl} className={buttonClasses('primary')}>
        Back to {app.redirectHost}
      </a>
    </SignInCard>
  );
}
