import { type ComponentChild, type PartialInputHTMLAttributes, render } from 'preact';

export function showPage(page: ComponentChild): void {
  const root = document.querySelector('#root');
  if (root !== null) render(page, root);
}

export function Heading({ title }: { readonly title: string }) {
  return (
    <div class="heading">
      <img src="/icon/32.png" width="32" height="32" alt="" />
      <h1>{title}</h1>
    </div>
  );
}

type InputProps = PartialInputHTMLAttributes<HTMLInputElement>;

interface TextFieldProps extends Omit<InputProps, 'role' | 'type' | 'onInput'> {
  readonly label: string;
  readonly isSecret?: boolean;
  readonly onType: (value: string) => void;
}

export function TextField({ label, isSecret = false, onType, ...rest }: TextFieldProps) {
  return (
    <label class="field">
      <span>{label}</span>
      <input
        {...(isSecret ? { type: 'password' } : { type: 'text' })}
        {...rest}
        onInput={(event) => onType(event.currentTarget.value)}
      />
    </label>
  );
}

export function getErrorText(error: unknown): string {
  return error instanceof Error ? error.message : 'Something went wrong. Try again.';
}
