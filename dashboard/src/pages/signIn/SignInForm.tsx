import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { submitForm } from '../../api/signIn.ts';
import { Button } from '../../parts/Button.tsx';
import { Tick } from '../../parts/fields.tsx';
import { PasswordField } from '../../parts/PasswordField.tsx';
import { ErrorLine } from '../../parts/states.tsx';
import { filledIn } from '../../parts/filledIn.ts';
import { EmailField } from './EmailField.tsx';
import { textLink } from './SignInCard.tsx';

interface SignInFormProps {
  /** The one that counts here, such as that of an invitation. */
  readonly email?: string;
  readonly action?: string;
  readonly onEntered: () => void;
}

export function SignInForm({ email, action = 'Sign in', onEntered }: SignInFormProps) {
  const signIn = useMutation({
    mutationFn: (input: object) => submitForm('sign-in/email', input),
    onSuccess: onEntered,
  });
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        const field = filledIn(event);
        signIn.mutate({
          email: field('email'),
          password: field('password'),
          rememberMe: field('rememberMe') === 'on',
        });
      }}
    >
      <EmailField given={email} />
      <PasswordField label="Password" name="password" />
      <div className="flex flex-wrap items-center justify-between gap-2">
        <Tick name="rememberMe" defaultChecked>
          Remember me
        </Tick>
        <Link to="/forgot-password" className={textLink}>
          Forgotten your password?
        </Link>
      </div>
      {signIn.isError && <ErrorLine error={signIn.error} />}
      <Button type="submit" look="primary" busy={signIn.isPending}>
        {action}
      </Button>
    </form>
  );
}
