interface SettingsSearch {
  /** The team that is shown. */
  readonly team?: number | undefined;
  /** The webhook whose deliveries are shown. */
  readonly webhook?: number | undefined;
  /** Only acts of this kind. */
  readonly act?: string | undefined;
  /** What the reference is searched for. */
  readonly search?: string | undefined;
}

export function readSettingsSearch(given: Record<string, unknown>): SettingsSearch {
  const { team, webhook, act, search } = given;
  return {
    ...(isId(team) && { team }),
    ...(isId(webhook) && { webhook }),
    ...(isText(act) && { act }),
    ...(isText(search) && { search }),
  };
}

function isId(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) > 0;
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}
