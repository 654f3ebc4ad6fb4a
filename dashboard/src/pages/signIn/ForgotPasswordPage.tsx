import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { sessionQuery, submitForm } from '../../api/signIn.ts';
import { Button } from '../../parts/Button.tsx';
import { ErrorLine } from '../../parts/states.tsx';
import { filledIn } from '../../parts/filledIn.ts';
import { EmailField } from './EmailField.tsx';
import { SignInCard, textLink } from './SignInCard.tsx';

export function ForgotPasswordPage() {
  const { data } = useQuery(sessionQuery);
  const ask = useMutation({
    mutationFn: (email: string) => submitForm('request-password-reset', { email }),
  });
  if (data?.waysIn?.sendsMail === false) return <AskOperator />;
  if (ask.isSuccess) return <Asked email={ask.variables} />;
  return (
    <SignInCard
      title="Forgotten your password?"
      about="Tell us your address, and we mail you a link by which you set a new one."
      below={<BackToSignIn />}
    >
      <form className="flex flex-col gap-4" onSubmit={(event) => ask.mutate(filledIn(event)('email'))}>
        <EmailField />
        {ask.isError && <ErrorLine error={ask.error} />}
        <Button type="submit" look="primary" busy={ask.isPending}>
          Send me a link
        </Button>
      </form>
    </SignInCard>
  );
}

/** The same whether there is such an account or not. */
function Asked({ email }: { readonly email: string }) {
  return (
    <SignInCard
      title="Check your mail"
      about={
        <>
          If <b className="text-ink">{email}</b> has an account here, a link is on its way. It works once,
          within an hour.
        </>
      }
      below={<BackToSignIn />}
    />
  );
}

function AskOperator() {
  return (
    <SignInCard
      title="Forgotten your password?"
      about="This Magpie sends no mail. Ask whoever runs it for a link that signs you in; they get one with"
      below={<BackToSignIn />}
    >
      <pre className="rounded-md bg-sunk p-3 font-mono text-xs whitespace-pre-wrap">
        npm run magpie -- users link {'<your e-mail>'}
      </pre>
      <p className="text-quiet">
        Within an hour of coming in by it, you can set a new password in the settings of your account.
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
