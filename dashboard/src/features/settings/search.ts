import { type SearchParams, parseId, omitUndefined, parseText } from '../../lib/searchParams.ts';

interface SettingsSearch {
  readonly team?: number | undefined;
  readonly webhook?: number | undefined;
  readonly act?: string | undefined;
}

export function readSettingsSearch({ team, webhook, act }: SearchParams): SettingsSearch {
  return omitUndefined({ team: parseId(team), webhook: parseId(webhook), act: parseText(act) });
}
