import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { sessionQuery, submitForm } from '../../lib/api/signIn.ts';
import { Button } from '../../ui/Button.tsx';
import { ErrorLine } from '../../ui/states.tsx';
import { readForm } from '../../lib/readForm.ts';
import { EmailField } from './EmailField.tsx';
import { SignInCard, textLink } from './SignInCard.tsx';

export function ForgotPasswordPage() {
  const { data } = useQuery(sessionQuery);
  const request = useMutation({
    mutationFn: (email: string) => submitForm('request-password-reset', { email }),
  });
  if (data?.waysIn?.sendsMail === false) return <NoMail />;
  if (request.isSuccess) return <LinkSent email={request.variables} />;
  return (
    <SignInCard
      title="Forgot your password?"
      about="Enter your email and we’ll send you a link to set a new one."
      below={<BackToSignIn />}
    >
      <form className="flex flex-col gap-4" onSubmit={(event) => request.mutate(readForm(event)('email'))}>
        <EmailField />
        {request.isError && <ErrorLine error={request.error} />}
        <Button type="submit" variant="primary" busy={request.isPending}>
          Send link
        </Button>
      </form>
    </SignInCard>
  );
}

/** The same whether the account exists or not, so that it reveals nothing. */
function LinkSent({ email }: { readonly email: string }) {
  return (
    <SignInCard
      title="Check your email"
      about={
        <>
          If <b className="text-ink">{email}</b> has an account, we sent a link to it. It works once, within
          an hour.
        </>
      }
      below={<BackToSignIn />}
    />
  );
}

function NoMail() {
  return (
    <SignInCard
      title="Forgot your password?"
      about="This server sends no mail. Your administrator can create a sign-in link for you:"
      below={<BackToSignIn />}
    >
      <pre className="rounded-md bg-sunk p-3 font-mono text-xs whitespace-pre-wrap">
        npm run magpie -- users link {'<your email>'}
      </pre>
      <p className="text-quiet">
        Within an hour of using it, you can set a new password in your account settings.
      </p>
    </SignInCard>
  );
}

function BackToSignIn() {
  return (
    <Link to="/sign-in" className={textLink}>
      Back to sign in
    </Link>
  );
}
