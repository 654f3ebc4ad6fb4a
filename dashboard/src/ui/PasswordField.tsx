import { passwordLength } from '@magpie/contract/limits';
import { Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { IconButton } from './Button.tsx';
import { TextField } from './fields.tsx';
import { uiCopy } from './copy.ts';

type PasswordFieldProps = Omit<ComponentProps<typeof TextField>, 'type' | 'end'> & {
  /** A new password: the browser suggests one, and the length limits of the server apply. */
  readonly isNew?: boolean;
};

export function PasswordField({ isNew = false, ...rest }: PasswordFieldProps) {
  const [isShown, setIsShown] = useState(false);
  const Icon = isShown ? EyeOff : Eye;
  return (
    <TextField
      type={isShown ? 'text' : 'password'}
      required
      autoComplete={isNew ? 'new-password' : 'current-password'}
      {...(isNew && {
        minLength: passwordLength.min,
        maxLength: passwordLength.max,
        hint: uiCopy.passwordLength(passwordLength.min, passwordLength.max),
      })}
      {...rest}
      end={
        <IconButton
          label={isShown ? uiCopy.hidePassword : uiCopy.showPassword}
          onClick={() => setIsShown(!isShown)}
          className="rounded-md text-quiet"
        >
          <Icon size={16} aria-hidden />
        </IconButton>
      }
    />
  );
}
