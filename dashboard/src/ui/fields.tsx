import { passwordLength } from '@magpie/contract/limits';
import { ChevronDown, Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, type ReactNode, useId, useState } from 'react';
import { IconButton } from './Button.tsx';
import { classes } from './classes.ts';
import { uiCopy } from './copy.ts';

const boxClasses =
  'w-full rounded-md border border-line-strong bg-card px-3 text-ink disabled:opacity-55 aria-invalid:border-bad focus-visible:outline-offset-0';

interface LabelledProps {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly error?: string | null | undefined;
  /** Shows the label to screen readers only. */
  readonly hideLabel?: boolean | undefined;
  readonly className?: string | undefined;
}

interface FieldLayoutProps extends LabelledProps {
  readonly children: (attributes: ReturnType<typeof describeField>) => ReactNode;
}

function describeField(id: string, { hint, error }: LabelledProps) {
  const isInvalid = Boolean(error);
  const described = [hint !== undefined && `${id}-hint`, isInvalid && `${id}-error`].filter(Boolean);
  return {
    id,
    'aria-invalid': isInvalid || undefined,
    'aria-describedby': described.length > 0 ? described.join(' ') : undefined,
  };
}

function FieldLayout(props: FieldLayoutProps) {
  const { label, hint, error, hideLabel = false, className, children } = props;
  const id = useId();
  return (
    <div className={classes('flex min-w-0 flex-col gap-1', className)}>
      <label htmlFor={id} className={hideLabel ? 'sr-only' : 'font-semibold'}>
        {label}
      </label>
      {children(describeField(id, props))}
      {hint !== undefined && (
        <p id={`${id}-hint`} className="text-xs text-quiet">
          {hint}
        </p>
      )}
      {Boolean(error) && (
        <p id={`${id}-error`} role="alert" className="text-xs text-bad">
          {error}
        </p>
      )}
    </div>
  );
}

type TextFieldProps = LabelledProps &
  Omit<ComponentProps<'input'>, 'id' | 'className'> & {
    readonly end?: ReactNode;
  };

export function TextField({ label, hint, error, hideLabel, className, end, ...rest }: TextFieldProps) {
  const hasEnd = end !== undefined;
  return (
    <FieldLayout {...{ label, hint, error, hideLabel, className }}>
      {(attributes) => (
        <div className="relative">
          <input
            type="text"
            {...attributes}
            {...rest}
            className={classes(boxClasses, 'h-9', hasEnd && 'pr-10')}
          />
          {hasEnd && <div className="absolute inset-y-0 right-0 flex items-center">{end}</div>}
        </div>
      )}
    </FieldLayout>
  );
}

type PasswordFieldProps = Omit<TextFieldProps, 'type' | 'end'> & {
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

type TextAreaProps = LabelledProps & Omit<ComponentProps<'textarea'>, 'id' | 'className'>;

export function TextAreaField({ label, hint, error, hideLabel, className, ...rest }: TextAreaProps) {
  return (
    <FieldLayout {...{ label, hint, error, hideLabel, className }}>
      {(attributes) => (
        <textarea rows={3} {...attributes} {...rest} className={classes(boxClasses, 'py-2')} />
      )}
    </FieldLayout>
  );
}

type SelectProps = LabelledProps &
  Omit<ComponentProps<'select'>, 'id' | 'className'> & {
    /** Values and names, after the `<option>`s in `children`. */
    readonly options?: readonly (readonly [value: string | number, name: string])[];
  };

/** A choice in a form. `SelectMenu` chooses what a page shows. */
export function Select(props: SelectProps) {
  const { label, hint, error, hideLabel, className, options = [], children, ...rest } = props;
  return (
    <FieldLayout {...{ label, hint, error, hideLabel, className }}>
      {(attributes) => (
        <div className="relative">
          <select {...attributes} {...rest} className={classes(boxClasses, 'h-9 appearance-none pr-8')}>
            {children}
            {options.map(([value, name]) => (
              <option key={value} value={value}>
                {name}
              </option>
            ))}
          </select>
          <ChevronDown
            size={14}
            aria-hidden
            className="pointer-events-none absolute inset-y-0 right-2.5 my-auto text-quiet"
          />
        </div>
      )}
    </FieldLayout>
  );
}

interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type' | 'children' | 'className'> {
  readonly children: ReactNode;
  readonly className?: string;
}

export function Checkbox({ children, className, ...rest }: CheckboxProps) {
  return (
    <label className={classes('flex min-h-6 items-center gap-2', className)}>
      <input type="checkbox" className="size-4 shrink-0 accent-accent" {...rest} />
      <span className="min-w-0">{children}</span>
    </label>
  );
}

interface SwitchProps {
  readonly label: string;
  readonly hint?: string;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  /** Shows the label to screen readers only. */
  readonly hideLabel?: boolean;
}

/** Takes effect immediately, unlike a checkbox in a form. */
export function Switch({ label, hint, checked, onChange, hideLabel = false }: SwitchProps) {
  const id = useId();
  return (
    <div className={classes('flex items-center justify-between', !hideLabel && 'gap-4')}>
      <div className="min-w-0">
        <label htmlFor={id} className={hideLabel ? 'sr-only' : 'font-semibold'}>
          {label}
        </label>
        {hint !== undefined && <p className="text-xs text-quiet">{hint}</p>}
      </div>
      <button
        type="button"
        role="switch"
        id={id}
        aria-label={label}
        aria-checked={checked}
        onClick={() => onChange(!checked)}
        className="group h-6 w-10 shrink-0 rounded-full border border-line-strong bg-sunk p-0.5 transition-colors aria-checked:border-accent aria-checked:bg-accent"
      >
        <span className="block size-4.5 rounded-full bg-quiet transition-transform group-aria-checked:translate-x-4 group-aria-checked:bg-on-accent" />
      </button>
    </div>
  );
}
