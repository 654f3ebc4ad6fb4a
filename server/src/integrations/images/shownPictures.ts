import { LRUCache } from 'lru-cache';

/** A picture that the dashboard showed. */
export interface ShownPicture {
  readonly address: string;
  /** The ads that it was shown for, as the browser said. */
  readonly hashes: readonly string[];
  /** As fetched; null if it was shown from a cache. */
  readonly bytes: Buffer | null;
}

/**
 * Pictures that were shown and wait until their words are read. In memory only: what is lost is added when it is shown
 * again. An ad that was taken is not added again for a day.
 */
export interface ShownPictures {
  add(address: string, hash: string): void;
  /** Keeps a picture that waits, so that it is not fetched again. */
  addBytes(address: string, bytes: Buffer): void;
  remove(address: string): void;
  /** The pictures that were shown last, at most this many. */
  take(count: number): ShownPicture[];
  /** Lets a picture wait again. */
  putBack(picture: ShownPicture): void;
}

interface Limits {
  /** The pictures that were shown longest ago are dropped. */
  readonly maxPictures: number;
  readonly maxBytes: number;
}

const defaultLimits: Limits = { maxPictures: 500, maxBytes: 32 * 1024 * 1024 };
/** Further ads with the picture wait when they are shown again. */
const maxAdsPerPicture = 100;
/** Besides the bytes of a picture and its address. */
const bytesPerPicture = 1024;
const maxTaken = 50_000;
const takenMilliseconds = 86_400_000;

export function createShownPictures({ maxPictures, maxBytes }: Limits = defaultLimits): ShownPictures {
  const waiting = new LRUCache<string, ShownPicture>({
    max: maxPictures,
    maxSize: maxBytes,
    sizeCalculation: ({ address, bytes }) => bytesPerPicture + address.length + (bytes?.length ?? 0),
  });
  const taken = new LRUCache<string, true>({
    max: maxTaken,
    ttl: takenMilliseconds,
    ttlResolution: 0,
    perf: { now: () => performance.now() },
  });
  return {
    add: (address, hash) => {
      if (taken.has(hash)) return;
      const { hashes = [], bytes = null } = waiting.get(address) ?? {};
      const isListed = hashes.includes(hash) || hashes.length === maxAdsPerPicture;
      waiting.set(address, { address, hashes: isListed ? hashes : [...hashes, hash], bytes });
    },
    addBytes: (address, bytes) => {
      const picture = waiting.get(address);
      if (picture !== undefined) waiting.set(address, { ...picture, bytes });
    },
    remove: (address) => void waiting.delete(address),
    take: (count) => {
      const pictures = [...waiting.values()].slice(0, count);
      for (const { address, hashes } of pictures) {
        waiting.delete(address);
        for (const hash of hashes) taken.set(hash, true);
      }
      return pictures;
    },
    putBack: (picture) => {
      for (const hash of picture.hashes) taken.delete(hash);
      const { hashes } = waiting.get(picture.address) ?? { hashes: [] };
      const all = new Set([...picture.hashes, ...hashes]);
      waiting.set(picture.address, { ...picture, hashes: [...all].slice(0, maxAdsPerPicture) });
    },
  };
}
