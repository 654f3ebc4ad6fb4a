import { useQuery } from '@tanstack/react-query';
import { sessionQuery } from '../../lib/api/signIn.ts';
import { settingsCopy } from './copy.ts';

/** Whether the server sends mail; true until loaded. */
export function useSendsMail(): boolean {
  return useQuery(sessionQuery).data?.waysIn?.sendsMail ?? true;
}

export const mailInFolder = settingsCopy.page.noMail;
