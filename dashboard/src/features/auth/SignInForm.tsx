import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { submitForm } from '../../lib/api/signIn.ts';
import { Button } from '../../ui/Button.tsx';
import { Checkbox } from '../../ui/fields.tsx';
import { PasswordField } from '../../ui/PasswordField.tsx';
import { ErrorLine } from '../../ui/states.tsx';
import { readForm } from '../../lib/readForm.ts';
import { EmailField } from './EmailField.tsx';
import { textLink } from './SignInCard.tsx';
import { authCopy } from './copy.ts';
import { uiCopy } from '../../ui/copy.ts';

const copy = authCopy.signIn;

interface SignInFormProps {
  /** Fixed, such as the address of an invitation. */
  readonly email?: string;
  readonly action?: string;
  readonly onEntered: () => void;
}

export function SignInForm({ email, action = copy.signIn, onEntered }: SignInFormProps) {
  const signIn = useMutation({
    mutationFn: (input: object) => submitForm('sign-in/email', input),
    onSuccess: onEntered,
  });
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        const field = readForm(event);
        signIn.mutate({
          email: field('email'),
          password: field('password'),
          rememberMe: field('rememberMe') === 'on',
        });
      }}
    >
      <EmailField given={email} />
      <PasswordField label={uiCopy.password} name="password" />
      <div className="flex flex-wrap items-center justify-between gap-2">
        <Checkbox name="rememberMe" defaultChecked>
          {copy.rememberMe}
        </Checkbox>
        <Link to="/forgot-password" className={textLink}>
          {copy.forgotPassword}
        </Link>
      </div>
      {signIn.isError && <ErrorLine error={signIn.error} />}
      <Button type="submit" variant="primary" busy={signIn.isPending}>
        {action}
      </Button>
    </form>
  );
}
