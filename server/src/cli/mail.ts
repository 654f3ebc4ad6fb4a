import { randomUUID } from 'node:crypto';
import { openMailer, MailFailure } from '../integrations/mail/mailer.ts';
import { type EngineCommand, withArguments } from './command.ts';
import { readEmail } from './users.ts';

export const mailTest: EngineCommand = {
  name: 'mail test',
  usage: 'mail test <email>',
  summary: 'Send a test mail.',
  details: `Uses the same way as invitations and digests: the mail server of SMTP_URL or, if it is not set, the folder "mail" in
the data folder. A mail server may accept a mail and still fail to deliver it, so check the mailbox.`,
  prepare: withArguments(
    (args) => readEmail(args, 'recipient'),
    async ({ address: to }, instance, print) => {
      const { config, log } = instance;
      const mailer = openMailer(config, log);
      try {
        await mailer.deliver({ ...testMail, to, id: randomUUID(), createdAt: new Date() });
        print(`Sent to ${to} from ${config.mailFrom} via ${mailer.description}.`);
        return 0;
      } catch (error) {
        if (!(error instanceof MailFailure)) throw error;
        print(`Not sent. ${error.message}`);
        return 1;
      } finally {
        mailer.close();
      }
    },
  ),
};

const testMail = {
  subject: 'Mail from Magpie works',
  text: 'This is a test mail, sent by an administrator of Magpie with "magpie mail test".\n',
  html: null,
};
