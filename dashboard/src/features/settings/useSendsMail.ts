import { useQuery } from '@tanstack/react-query';
import { sessionQuery } from '../../lib/api/signIn.ts';

/** Whether the server sends mail; true until loaded. */
export function useSendsMail(): boolean {
  return useQuery(sessionQuery).data?.waysIn?.sendsMail ?? true;
}

export const mailInFolder =
  'No mail server is configured. Your administrator finds the message in the “mail” folder of the data folder.';
