import { type SearchParams, parseId, omitUndefined, parseText } from '../../lib/searchParams.ts';

interface SettingsSearch {
  /** The selected team. */
  readonly team?: number | undefined;
  /** The webhook whose deliveries are shown. */
  readonly webhook?: number | undefined;
  /** The action that the audit log is filtered by. */
  readonly act?: string | undefined;
}

export function readSettingsSearch({ team, webhook, act }: SearchParams): SettingsSearch {
  return omitUndefined({ team: parseId(team), webhook: parseId(webhook), act: parseText(act) });
}
