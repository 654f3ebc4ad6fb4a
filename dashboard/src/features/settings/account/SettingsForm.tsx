import type { FormEvent, ReactNode } from 'react';
import { Button } from '../../../ui/Button.tsx';
import { readForm } from '../../../lib/readForm.ts';
import { ErrorLine } from '../../../ui/states.tsx';

interface SettingsFormProps {
  readonly children: ReactNode;
  readonly action: string;
  readonly save: { readonly isPending: boolean; readonly error: Error | null };
  readonly onSubmit: (field: (name: string) => string, form: HTMLFormElement) => void;
}

export function SettingsForm({ children, action, save, onSubmit }: SettingsFormProps) {
  return (
    <form
      className="flex flex-col items-stretch gap-4 sm:max-w-96"
      onSubmit={(event: FormEvent<HTMLFormElement>) => onSubmit(readForm(event), event.currentTarget)}
    >
      {children}
      {save.error !== null && <ErrorLine error={save.error} />}
      <Button type="submit" busy={save.isPending} className="self-start">
        {action}
      </Button>
    </form>
  );
}
