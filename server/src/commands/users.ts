import { email } from '@magpie/contract';
import { addPerson, ownerEmail } from '../accounts/people.ts';
import type { InsideCommand } from './command.ts';

/** The address in the form in which it is kept; undefined when it is none. */
export function addressIn(text: string | undefined): string | undefined {
  return text === ownerEmail ? ownerEmail : email.safeParse(text).data;
}

export const usersAdd: InsideCommand = {
  name: 'users add',
  usage: 'users add <email>',
  summary: 'Add a person and print an API key for them.',
  details: `For an address that is there already it prints one more key. The key has the scopes read and write and is shown
only here. For the owner (${ownerEmail}) it has all scopes: the way back for an owner who lost theirs.`,
  check: (args) => {
    const [text, ...more] = args;
    if (text === undefined) return 'Give the e-mail address of the person.';
    if (more.length > 0) return `Give one e-mail address, got ${args.length}.`;
    return addressIn(text) === undefined ? `'${text}' is not an e-mail address.` : null;
  },
  run: async ({ db }, [text], print) => {
    const address = addressIn(text);
    if (address === undefined) return 2;
    const { created, key } = await addPerson(db, address);
    print(created ? `Added ${address}.` : `${address} is here already; this is one more key.`);
    print(`API key: ${key}`);
    return 0;
  },
};
