import { email } from '@magpie/contract';
import { addPerson, ownerEmail } from '../auth/people.ts';
import { findPerson, listPeople } from '../auth/people.sql.ts';
import { makeSignInLink, buildSignInUrl } from '../auth/signInLinks.ts';
import { type EngineCommand, type Problem, withArguments, withoutArguments } from './command.ts';

export function addressIn(text: string | undefined): string | undefined {
  return text === ownerEmail ? ownerEmail : email.safeParse(text).data;
}

export function readEmail(args: readonly string[], of = 'person'): { readonly address: string } | Problem {
  const [word, ...more] = args;
  if (word === undefined) return { problem: `Missing argument: the e-mail address of the ${of}.` };
  if (more.length > 0) return { problem: `Expected one e-mail address, got ${args.length}.` };
  const address = addressIn(word);
  return address === undefined ? { problem: `'${word}' is not an e-mail address.` } : { address };
}

const usersAdd: EngineCommand = {
  name: 'users add',
  usage: 'users add <email>',
  summary: 'Add a person and print an API key for them.',
  details: `For an existing address it creates another key. The key has the scopes read and write and is shown only
once. For the owner (${ownerEmail}) it has all scopes, so you can use it to replace a lost owner key.`,
  prepare: withArguments(readEmail, async ({ address }, { db }, print) => {
    const { created, key } = await addPerson(db, address);
    print(created ? `Added ${address}.` : `${address} already exists; created another key.`);
    print(`API key: ${key}`);
    return 0;
  }),
};

const usersLink: EngineCommand = {
  name: 'users link',
  usage: 'users link <email>',
  summary: 'Print a link that signs a person in.',
  details: `The link works once and expires in one hour. It also lets the person set a new password without the old one. Use it
for people who cannot receive mail, such as the owner (${ownerEmail}).`,
  prepare: withArguments(readEmail, async ({ address }, { db, siteAddress }, print) => {
    const person = await findPerson(db, address);
    if (person === undefined) {
      print(`No person with the address ${address}; list all with users list.`);
      return 1;
    }
    print(`Sign in: ${buildSignInUrl(siteAddress(), await makeSignInLink(db, person.id))}`);
    return 0;
  }),
};

const usersList: EngineCommand = {
  name: 'users list',
  usage: 'users list',
  summary: 'List the people who have an account.',
  details: 'Prints one person per line: address, date added, and owner or not verified where it applies.',
  prepare: withoutArguments('users list', async ({ db }, print) => {
    for (const { email: address, createdAt, isOwner, isVerified } of await listPeople(db)) {
      const remarks = [isOwner ? 'owner' : '', isVerified ? '' : 'not verified'].filter((one) => one !== '');
      print([address, createdAt.toISOString().slice(0, 10), ...remarks].join('  '));
    }
    return 0;
  }),
};

export const userCommands = [usersAdd, usersLink, usersList];
