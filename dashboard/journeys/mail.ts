import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** The link in the newest mail to an address. */
export async function linkInMail(email: string): Promise<string> {
  const folder = process.env.MAGPIE_MAIL_FOLDER ?? '';
  for (let tries = 0; tries < 200; tries += 1) {
    const mails = readMails(folder).filter((mail) => mail.includes(`To: ${email}`));
    const link =
      /https?:\/\/\S+\/(?:join\/|reset-password\?|sign-in\/|api\/auth\/verify-email\?)[^\s">]+/.exec(
        mails.at(-1) ?? '',
      )?.[0];
    if (link !== undefined) return link;
    await sleep(100);
  }
  throw new Error(`No mail with a link arrived for ${email}.`);
}

/** Oldest first, with quoted-printable line breaks removed. */
function readMails(folder: string): readonly string[] {
  return readdirSync(folder)
    .toSorted()
    .map((name) =>
      readFileSync(path.join(folder, name), 'utf8')
        .replaceAll(/=\r?\n/g, '')
        .replaceAll('=3D', '='),
    );
}
