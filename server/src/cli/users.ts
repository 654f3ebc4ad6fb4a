import { email } from '@magpie/contract';
import { addPerson, ownerEmail } from '../auth/people.ts';
import { findPerson, listPeople } from '../auth/people.sql.ts';
import { makeSignInLink, signInAddress } from '../auth/signInLinks.ts';
import type { InsideCommand } from './command.ts';

/** The address in the form in which it is kept; undefined when it is none. */
export function addressIn(text: string | undefined): string | undefined {
  return text === ownerEmail ? ownerEmail : email.safeParse(text).data;
}

function checkAddress(args: readonly string[]): string | null {
  const [text, ...more] = args;
  if (text === undefined) return 'Give the e-mail address of the person.';
  if (more.length > 0) return `Give one e-mail address, got ${args.length}.`;
  return addressIn(text) === undefined ? `'${text}' is not an e-mail address.` : null;
}

const usersAdd: InsideCommand = {
  name: 'users add',
  usage: 'users add <email>',
  summary: 'Add a person and print an API key for them.',
  details: `For an address that is there already it prints one more key. The key has the scopes read and write and is shown
only here. For the owner (${ownerEmail}) it has all scopes: the way back for an owner who lost theirs.`,
  check: checkAddress,
  run: async ({ db }, [text], print) => {
    const address = addressIn(text);
    if (address === undefined) return 2;
    const { created, key } = await addPerson(db, address);
    print(created ? `Added ${address}.` : `${address} is here already; this is one more key.`);
    print(`API key: ${key}`);
    return 0;
  },
};

const usersLink: InsideCommand = {
  name: 'users link',
  usage: 'users link <email>',
  summary: 'Print a link that signs a person in.',
  details: `The link works once, and for one hour. Whoever opens it may set a new password without knowing the old one: the
way back for somebody whom mail does not reach, such as the owner (${ownerEmail}).`,
  check: checkAddress,
  run: async ({ db, siteAddress }, [text], print) => {
    const address = addressIn(text);
    if (address === undefined) return 2;
    const person = await findPerson(db, address);
    if (person === undefined) {
      print(`There is nobody with the address ${address}; users list shows who is here.`);
      return 1;
    }
    print(`Sign in: ${signInAddress(siteAddress(), await makeSignInLink(db, person.id))}`);
    return 0;
  },
};

const usersList: InsideCommand = {
  name: 'users list',
  usage: 'users list',
  summary: 'List the people who have an account.',
  details: 'A line each: the address, the day on which they came, and what else is to be said of them.',
  check: (args) => (args.length > 0 ? 'users list takes no arguments.' : null),
  run: async ({ db }, _args, print) => {
    for (const { email: address, createdAt, isOwner, isVerified } of await listPeople(db)) {
      const remarks = [isOwner ? 'owner' : '', isVerified ? '' : 'not verified'].filter((one) => one !== '');
      print([address, createdAt.toISOString().slice(0, 10), ...remarks].join('  '));
    }
    return 0;
  },
};

export const userCommands = [usersAdd, usersLink, usersList];
