import { useMutation } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { submitForm } from '../../lib/api/signIn.ts';
import { Button, buttonClasses } from '../../ui/Button.tsx';
import { PasswordField } from '../../ui/PasswordField.tsx';
import { ErrorLine } from '../../ui/states.tsx';
import { readForm } from '../../lib/readForm.ts';
import { SignInCard, textLink } from './SignInCard.tsx';

export function ResetPasswordPage() {
  const { token } = useSearch({ from: '/reset-password' });
  const reset = useMutation({
    mutationFn: (newPassword: string) => submitForm('reset-password', { token, newPassword }),
  });
  if (reset.isSuccess) return <PasswordSet />;
  if (token === '') return <IncompleteLink />;
  return (
    <SignInCard
      title="Set a new password"
      about="This signs you out of all other sessions."
      below={
        <Link to="/forgot-password" className={textLink}>
          Request another link
        </Link>
      }
    >
      <form className="flex flex-col gap-4" onSubmit={(event) => reset.mutate(readForm(event)('password'))}>
        <PasswordField label="New password" name="password" isNew />
        {reset.isError && <ErrorLine error={reset.error} />}
        <Button type="submit" variant="primary" busy={reset.isPending}>
          Set password
        </Button>
      </form>
    </SignInCard>
  );
}

function PasswordSet() {
  return (
    <SignInCard title="Password set" about="You can now sign in with it.">
      <Link to="/sign-in" className={buttonClasses('primary')}>
        Sign in
      </Link>
    </SignInCard>
  );
}

function IncompleteLink() {
  return (
    <SignInCard
      title="This link is incomplete"
      about="Open the full link from the email, or request another."
    >
      <Link to="/forgot-password" className={buttonClasses('primary')}>
        Request another link
      </Link>
    </SignInCard>
  );
}
