import { createSharedValue } from '../../lib/store.ts';
import type { BulkProgress } from './bulk.ts';

/** A bulk action on ads; it continues while the user visits other pages. */
export interface BulkAction {
  readonly id: number;
  readonly title: string;
  readonly progress: BulkProgress;
  readonly cancel: () => void;
}

export const runningActions = createSharedValue<readonly BulkAction[]>([]);
