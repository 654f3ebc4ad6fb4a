import { useMutation } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { submitForm } from '../../api/signIn.ts';
import { Button, buttonClasses } from '../../parts/Button.tsx';
import { PasswordField } from '../../parts/PasswordField.tsx';
import { ErrorLine } from '../../parts/states.tsx';
import { filledIn } from '../../parts/filledIn.ts';
import { SignInCard, textLink } from './SignInCard.tsx';

export function ResetPasswordPage() {
  const { token } = useSearch({ from: '/reset-password' });
  const reset = useMutation({
    mutationFn: (newPassword: string) => submitForm('reset-password', { token, newPassword }),
  });
  if (reset.isSuccess) return <IsSet />;
  if (token === '') return <NotWhole />;
  return (
    <SignInCard
      title="Set a new password"
      about="It is for the address that this link was sent to. You are signed out everywhere."
      below={
        <Link to="/forgot-password" className={textLink}>
          Ask for another link
        </Link>
      }
    >
      <form className="flex flex-col gap-4" onSubmit={(event) => reset.mutate(filledIn(event)('password'))}>
        <PasswordField label="New password" name="password" isNew />
        {reset.isError && <ErrorLine error={reset.error} />}
        <Button type="submit" look="primary" busy={reset.isPending}>
          Set the password
        </Button>
      </form>
    </SignInCard>
  );
}

function IsSet() {
  return (
    <SignInCard title="Your password is set" about="You can sign in with it now.">
      <Link to="/sign-in" className={buttonClasses('primary')}>
        Sign in
      </Link>
    </SignInCard>
  );
}

function NotWhole() {
  return (
    <SignInCard title="This link is not whole" about="Open it as it stands in the mail, or ask for another.">
      <Link to="/forgot-password" className={buttonClasses('primary')}>
        Ask for another link
      </Link>
    </SignInCard>
  );
}
