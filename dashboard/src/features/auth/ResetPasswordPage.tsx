import { useMutation } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { submitForm } from '../../lib/api/signIn.ts';
import { Button, buttonClasses } from '../../ui/Button.tsx';
import { PasswordField } from '../../ui/PasswordField.tsx';
import { ErrorLine } from '../../ui/states.tsx';
import { readForm } from '../../lib/readForm.ts';
import { SignInCard, textLink } from './SignInCard.tsx';
import { authCopy } from './copy.ts';

const copy = authCopy.password;

export function ResetPasswordPage() {
  const { token } = useSearch({ from: '/reset-password' });
  const reset = useMutation({
    mutationFn: (newPassword: string) => submitForm('reset-password', { token, newPassword }),
  });
  if (reset.isSuccess) return <PasswordSet />;
  if (token === '') return <IncompleteLink />;
  return (
    <SignInCard
      title={copy.resetTitle}
      about={copy.resetText}
      below={
        <Link to="/forgot-password" className={textLink}>
          {copy.requestAnotherLink}
        </Link>
      }
    >
      <form className="flex flex-col gap-4" onSubmit={(event) => reset.mutate(readForm(event)('password'))}>
        <PasswordField label={copy.newPassword} name="password" isNew />
        {reset.isError && <ErrorLine error={reset.error} />}
        <Button type="submit" variant="primary" busy={reset.isPending}>
          {copy.setPassword}
        </Button>
      </form>
    </SignInCard>
  );
}

function PasswordSet() {
  return (
    <SignInCard title={copy.passwordSet} about={copy.passwordSetText}>
      <Link to="/sign-in" className={buttonClasses('primary')}>
        {copy.signIn}
      </Link>
    </SignInCard>
  );
}

function IncompleteLink() {
  return (
    <SignInCard title={copy.incompleteTitle} about={copy.incompleteText}>
      <Link to="/forgot-password" className={buttonClasses('primary')}>
        {copy.requestAnotherLink}
      </Link>
    </SignInCard>
  );
}
