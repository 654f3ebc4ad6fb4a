import { TextField } from '../../parts/fields.tsx';

/** With an address that is given, such as that of an invitation, no other can be typed. */
export function EmailField({ given }: { readonly given?: string | undefined }) {
  return (
    <TextField
      label="E-mail"
      name="email"
      type="email"
      autoComplete="username"
      required
      {...(given !== undefined && { value: given, readOnly: true })}
    />
  );
}
