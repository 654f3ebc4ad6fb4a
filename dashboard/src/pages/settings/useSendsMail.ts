import { useQuery } from '@tanstack/react-query';
import { sessionQuery } from '../../api/signIn.ts';

/** Whether mails are sent; true until it is known, as it is where it matters. */
export function useSendsMail(): boolean {
  return useQuery(sessionQuery).data?.waysIn?.sendsMail ?? true;
}

/** Where a mail is that nobody sends. */
export const mailInFolder =
  'No mail server is set up here: the mail is a file in the folder “mail” of the data folder, where whoever runs this Magpie finds it.';
