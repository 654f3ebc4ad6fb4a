/** A mail server in a child process. The recipient determines its response; accepted mails are reported over IPC. */
import { SMTPServer } from 'smtp-server';
import type { ArrivedMail } from './smtp.ts';

function refusal(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode });
}

const server = new SMTPServer({
  disableReverseLookup: true,
  // It would complain of its certificate, which everybody knows the key of.
  logger: false,
  onAuth: ({ username, password }, _session, done) => {
    if (username === 'magpie' && password === 'p:w/d') done(null, { user: username });
    else done(refusal(535, 'Who are you?'));
  },
  onRcptTo: ({ address }, _session, done) => {
    if (address.startsWith('nobody@')) done(refusal(550, 'No such mailbox here'));
    else if (address.startsWith('busy@')) done(refusal(451, 'Come back later'));
    else if (address.startsWith('leaving@')) done(refusal(421, 'Closing the connection'));
    else if (!address.startsWith('silence')) done();
  },
  onData: (stream, { envelope }, done) => {
    const chunks: Buffer[] = [];
    stream.on('data', (chunk: Buffer) => chunks.push(chunk));
    stream.on('end', () => {
      const to = envelope.rcptTo.map(({ address }) => address);
      const mail: ArrivedMail = { to, raw: Buffer.concat(chunks).toString() };
      // Reported before the acknowledgement, so that the sender finds it afterwards.
      process.send?.(mail, () => done());
    });
  },
});
// A client that goes away in the middle is part of what is tested.
server.on('error', () => undefined);
server.listen(Number(process.argv[1]), '127.0.0.1', () => {
  const address = server.server.address();
  process.send?.(typeof address === 'object' ? address?.port : null);
});
process.on('disconnect', () => process.exit());
