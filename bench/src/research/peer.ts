import type { Dialect } from './peers.sql.ts';

/** One question in the words of a peer: statements that take the same values, `$1` and so on. */
export interface PeerQuestion {
  readonly statements: readonly string[];
  readonly values: readonly (string | number)[];
}

export type PeerRow = readonly unknown[];

/** Another engine that holds the same rows. */
export interface Peer {
  readonly name: string;
  readonly dialect: Dialect;
  /** The rows of all statements, one after the other. */
  query(question: PeerQuestion): Promise<PeerRow[]>;
  close(): Promise<void>;
}
