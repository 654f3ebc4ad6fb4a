import { TextField } from '../../ui/fields.tsx';
import { uiCopy } from '../../ui/copy.ts';

/** Read-only if the address is given, such as by an invitation. */
export function EmailField({ given }: { readonly given?: string | undefined }) {
  return (
    <TextField
      label={uiCopy.email}
      name="email"
      type="email"
      autoComplete="username"
      required
      {...(given !== undefined && { value: given, readOnly: true })}
    />
  );
}
