import { useMutation } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { submitForm, useSendsMail } from '../../lib/api/signIn.ts';
import { buttonClasses } from '../../ui/Button.tsx';
import { PasswordField } from '../../ui/fields.tsx';
import { Form } from '../../ui/Form.tsx';
import { EmailField } from './SignInForm.tsx';
import { Bold, SignInCard, textLink } from './SignInCard.tsx';
import { authCopy } from './copy.ts';

const copy = authCopy.password;

export function ForgotPasswordPage() {
  const sendsMail = useSendsMail();
  const request = useMutation({
    mutationFn: (email: string) => submitForm('request-password-reset', { email }),
  });
  const below = (
    <Link to="/sign-in" className={textLink}>
      {copy.backToSignIn}
    </Link>
  );
  if (!sendsMail)
    return (
      <SignInCard title={copy.forgotTitle} about={copy.noMailText} below={below}>
        <p className="text-quiet">{copy.noMailHint}</p>
        <details className="text-quiet">
          <summary className="cursor-pointer">{copy.forOperator}</summary>
          <p className="pt-2">{copy.operatorText}</p>
          <pre className="mt-2 rounded-md bg-sunk p-3 font-mono text-xs whitespace-pre-wrap text-ink">
            {copy.linkCommand}
          </pre>
        </details>
      </SignInCard>
    );
  // The same whether the account exists or not, so that it reveals nothing.
  if (request.isSuccess)
    return (
      <SignInCard
        title={authCopy.checkYourEmail}
        about={copy.linkSent(<Bold key="email">{request.variables}</Bold>)}
        below={below}
      />
    );
  return (
    <SignInCard title={copy.forgotTitle} about={copy.forgotText} below={below}>
      <Form action={copy.sendLink} save={request} onSubmit={(field) => request.mutate(field('email'))}>
        <EmailField />
      </Form>
    </SignInCard>
  );
}

export function ResetPasswordPage() {
  const { token } = useSearch({ from: '/reset-password' });
  const reset = useMutation({
    mutationFn: (newPassword: string) => submitForm('reset-password', { token, newPassword }),
  });
  if (reset.isSuccess)
    return (
      <SignInCard title={copy.passwordSet} about={copy.passwordSetText}>
        <Link to="/sign-in" className={buttonClasses('primary')}>
          {authCopy.signIn.signIn}
        </Link>
      </SignInCard>
    );
  if (token === '')
    return (
      <SignInCard title={copy.incompleteTitle} about={copy.incompleteText}>
        <Link to="/forgot-password" className={buttonClasses('primary')}>
          {copy.requestAnotherLink}
        </Link>
      </SignInCard>
    );
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
      <Form action={copy.setPassword} save={reset} onSubmit={(field) => reset.mutate(field('password'))}>
        <PasswordField label={copy.newPassword} name="password" isNew />
      </Form>
    </SignInCard>
  );
}
