import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { sessionQuery, submitForm } from '../../lib/api/signIn.ts';
import { Button } from '../../ui/Button.tsx';
import { ErrorLine } from '../../ui/states.tsx';
import { readForm } from '../../lib/readForm.ts';
import { EmailField } from './SignInForm.tsx';
import { SignInCard, textLink } from './SignInCard.tsx';
import { authCopy } from './copy.ts';

const copy = authCopy.password;

export function ForgotPasswordPage() {
  const { data } = useQuery(sessionQuery);
  const request = useMutation({
    mutationFn: (email: string) => submitForm('request-password-reset', { email }),
  });
  if (data?.waysIn?.sendsMail === false) return <NoMail />;
  if (request.isSuccess) return <LinkSent email={request.variables} />;
  return (
    <SignInCard title={copy.forgotTitle} about={copy.forgotText} below={<BackToSignIn />}>
      <form className="flex flex-col gap-4" onSubmit={(event) => request.mutate(readForm(event)('email'))}>
        <EmailField />
        {request.isError && <ErrorLine error={request.error} />}
        <Button type="submit" variant="primary" busy={request.isPending}>
          {copy.sendLink}
        </Button>
      </form>
    </SignInCard>
  );
}

/** The same whether the account exists or not, so that it reveals nothing. */
function LinkSent({ email }: { readonly email: string }) {
  return (
    <SignInCard
      title={copy.checkYourEmail}
      about={
        <>
          {copy.linkSent[0]}
          <b className="text-ink">{email}</b>
          {copy.linkSent[1]}
        </>
      }
      below={<BackToSignIn />}
    />
  );
}

function NoMail() {
  return (
    <SignInCard title={copy.forgotTitle} about={copy.noMailText} below={<BackToSignIn />}>
      <pre className="rounded-md bg-sunk p-3 font-mono text-xs whitespace-pre-wrap">{copy.linkCommand}</pre>
      <p className="text-quiet">{copy.noMailHint}</p>
    </SignInCard>
  );
}

function BackToSignIn() {
  return (
    <Link to="/sign-in" className={textLink}>
      {copy.backToSignIn}
    </Link>
  );
}
