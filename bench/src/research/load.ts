import type { Subject } from './growth.sql.ts';

/** What a data folder is to hold. */
export interface Load {
  readonly dataFolder: string;
  /** Ads imported as any others. */
  readonly originals: number;
  /** Whether they are there already. */
  readonly isBegun: boolean;
  /** Copies of them that are to be added, numbered from 1 on, the last left out. */
  readonly copies: { readonly from: number; readonly to: number };
  /** Users that send requests. */
  readonly people: number;
  /** Where files for peers go; null for none. */
  readonly exportFolder: string | null;
}

export interface Loaded {
  readonly subjects: Subjects;
  /** One for each of the people. */
  readonly keys: readonly string[];
}

export interface Subjects {
  /** Of all. It grows with the index. */
  readonly largest: Subject;
  /** Of the imported ads. It has the same ones at every size, as have the next two. */
  readonly large: Subject;
  readonly middle: Subject;
  readonly small: Subject;
}
