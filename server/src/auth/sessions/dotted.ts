/**
 * better-auth rejects e-mail addresses without a dot after the @, such as the owner's placeholder. It therefore gets such
 * addresses with a reserved top-level domain appended.
 */
const suffix = '.invalid';

export function toBetterAuthEmail(email: string): string {
  return email.endsWith('@localhost') ? `${email}${suffix}` : email;
}

/** Whether this is such an internal address, which must not be accepted from outside. */
export function isInternalEmail(email: string): boolean {
  return email.endsWith(`@localhost${suffix}`);
}

export function fromBetterAuthEmail(email: string): string {
  return isInternalEmail(email) ? email.slice(0, -suffix.length) : email;
}
