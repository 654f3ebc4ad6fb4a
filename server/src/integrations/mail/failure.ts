/** The message is one sentence for the operator. */
export class MailFailure extends Error {
  override readonly name = 'MailFailure';
  /**
   * `refused`: this mail was rejected permanently. `postponed`: this mail may be retried. `unreachable`: the server
   * cannot be connected to, or rejects the credentials.
   */
  readonly kind: 'refused' | 'postponed' | 'unreachable';

  constructor(kind: MailFailure['kind'], message: string, cause?: unknown) {
    super(message, { cause });
    this.kind = kind;
  }
}
