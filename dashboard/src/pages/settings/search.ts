import { type Address, idIn, known, textIn } from '../../words/address.ts';

interface SettingsSearch {
  /** The team that is shown. */
  readonly team?: number | undefined;
  /** The webhook whose deliveries are shown. */
  readonly webhook?: number | undefined;
  /** Only acts of this kind. */
  readonly act?: string | undefined;
}

export function readSettingsSearch({ team, webhook, act }: Address): SettingsSearch {
  return known({ team: idIn(team), webhook: idIn(webhook), act: textIn(act) });
}
