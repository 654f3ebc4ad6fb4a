import { email } from '@magpie/contract';
import { addPerson } from '../accounts/people.ts';
import type { Command } from './command.ts';

export const usersAdd: Command = {
  name: 'users add',
  usage: 'users add <email>',
  summary: 'Add a person and print an API key for them.',
  details:
    'For an address that is there already it prints one more key. The key has the scopes read and write and is shown only here.',
  check: (args) => {
    const [address, ...more] = args;
    if (address === undefined) return 'Give the e-mail address of the person.';
    if (more.length > 0) return `Give one e-mail address, got ${args.length}.`;
    return email.safeParse(address).success ? null : `'${address}' is not an e-mail address.`;
  },
  run: async ({ db }, args, print) => {
    const address = email.parse(args[0]);
    const { created, key } = await addPerson(db, address);
    print(created ? `Added ${address}.` : `${address} is here already; this is one more key.`);
    print(`API key: ${key}`);
    return 0;
  },
};
