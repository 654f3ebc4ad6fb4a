import { randomUUID } from 'node:crypto';
import { MailFailure } from '../integrations/mail/failure.ts';
import { openMailer } from '../integrations/mail/mailer.ts';
import type { InsideCommand } from './command.ts';
import { addressIn } from './users.ts';

export const mailTest: InsideCommand = {
  name: 'mail test',
  usage: 'mail test <email>',
  summary: 'Send a mail at once and tell whether it was taken.',
  details: `It goes the way that invitations and digests go: through the mail server of SMTP_URL, or, where none is set, to the
folder "mail" of the data folder. A mail server that takes it may still fail to deliver it: look into the mailbox.`,
  check: (args) => {
    const [text, ...more] = args;
    if (text === undefined) return 'Give the e-mail address that it is to go to.';
    if (more.length > 0) return `Give one e-mail address, got ${args.length}.`;
    return addressIn(text) === undefined ? `'${text}' is not an e-mail address.` : null;
  },
  run: async ({ config, log }, [text], print) => {
    const to = addressIn(text);
    if (to === undefined) return 2;
    const mailer = openMailer(config, log);
    try {
      await mailer.deliver({ ...letter, to, id: randomUUID(), createdAt: new Date() });
      print(`Sent to ${to} from ${config.mailFrom}: ${mailer.description} has it.`);
      return 0;
    } catch (error) {
      if (!(error instanceof MailFailure)) throw error;
      print(`Not sent. ${error.message}`);
      return 1;
    } finally {
      mailer.close();
    }
  },
};

const letter = {
  subject: 'Mail from Magpie works',
  text: 'Somebody who runs this Magpie asked it to send a mail here, to see whether it can.\n',
  html: null,
};
