import { useMutation, useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { useAccount } from '../../api/account.ts';
import { api, client } from '../../api/client.ts';
import { sentenceOf } from '../../api/errors.ts';
import type { Answers } from '../../api/types.ts';
import { Button, buttonClasses } from '../../parts/Button.tsx';
import { Tick } from '../../parts/fields.tsx';
import { Loading, Skeleton } from '../../parts/states.tsx';
import { SignInCard } from './SignInCard.tsx';

type AppRequest = Answers['account']['getAppRequest'];

/** Where a person allows an app to act for them, or does not. */
export function ConnectPage() {
  const { request } = useSearch({ from: '/connect' });
  const asked = useQuery({ ...api.account.getAppRequest.queryOptions({ request }), retry: false });
  if (asked.isError) {
    const about = <span role="alert">{sentenceOf(asked.error)} Go back to the app and try again.</span>;
    return <SignInCard title="This app cannot be connected" about={about} />;
  }
  if (asked.data === undefined) {
    return (
      <SignInCard title="Connect an app">
        <Loading label="Loading the request">
          <Skeleton className="h-40" />
        </Loading>
      </SignInCard>
    );
  }
  return asked.data.refusal === null ? (
    <Consent request={request} app={asked.data} />
  ) : (
    <Refused app={asked.data} refusal={asked.data.refusal} />
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
          It will act as <b className="text-ink">{email}</b> through the tools for agents.
        </>
      }
      below="You can disconnect it at any time in Settings, Agents."
    >
      <AppFacts app={app} />
      <form className="flex flex-col gap-4" onSubmit={submit}>
        <fieldset className="flex flex-col gap-2">
          <legend className="mb-1 font-semibold">It may</legend>
          <Tick checked disabled readOnly>
            Read ads, boards, notes and notifications
          </Tick>
          {app.scopes.includes('write') && (
            <Tick checked={mayWrite} onChange={(event) => setMayWrite(event.target.checked)}>
              Save ads, write notes, create boards and follow brands
            </Tick>
          )}
        </fieldset>
        {connect.isError && (
          <p role="alert" className="text-bad">
            {sentenceOf(connect.error)}
          </p>
        )}
        <div className="flex justify-end gap-2">
          <a href={app.declineUrl} className={buttonClasses('plain')}>
            Cancel
          </a>
          <Button type="submit" look="primary" busy={connect.isPending || connect.isSuccess}>
            Connect
          </Button>
        </div>
      </form>
    </SignInCard>
  );
}

/** What is known of the app, and what is only claimed. */
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
            ? 'The app runs on this computer. Any program here could use its name: connect it only if you just started it yourself.'
            : 'The app chose its name itself. Connect it only if you started this in the app.'}
        </p>
      )}
    </div>
  );
}

function Refused({ app, refusal }: { readonly app: AppRequest; readonly refusal: string }) {
  return (
    <SignInCard
      title={`${app.name} cannot be connected`}
      about={<span role="alert">The app sent a request that is not valid. {refusal}</span>}
    >
      <a href={app.declineUrl} className={buttonClasses('primary')}>
        Back to {app.redirectHost}
      </a>
    </SignInCard>
  );
}
