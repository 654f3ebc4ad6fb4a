/** Why a mail was not taken, in one sentence. */
export class MailFailure extends Error {
  override readonly name = 'MailFailure';
  /**
   * `refused`: this mail never will be. `postponed`: not now, others may be. `unreachable`: there is no connection to
   * anybody who takes any, or they do not let us in.
   */
  readonly kind: 'refused' | 'postponed' | 'unreachable';

  constructor(kind: MailFailure['kind'], message: string, cause?: unknown) {
    super(message, { cause });
    this.kind = kind;
  }
}
