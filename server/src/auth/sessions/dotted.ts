/**
 * better-auth takes nothing for an e-mail address that has no dot behind its @, as the owner's first one. To it
 * alone such an address is shown with an ending that no address in the world can have.
 */
const ending = '.invalid';

export function dotted(email: string): string {
  return email.endsWith('@localhost') ? `${email}${ending}` : email;
}

/** Whether this is how we spell an address of ours to better-auth: from outside it means nobody. */
export function isOursAlone(email: string): boolean {
  return email.endsWith(`@localhost${ending}`);
}

export function undotted(email: string): string {
  return isOursAlone(email) ? email.slice(0, -ending.length) : email;
}
