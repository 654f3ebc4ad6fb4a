-- Recordings that have a number and have not ended. Readers see recordings below the lowest of them, so that no ad of an earlier recording appears later.
CREATE TABLE open_recordings (
  recording bigint PRIMARY KEY,
  -- The recording's transaction holds the advisory lock of this number. If the lock is free, its process is gone.
  holder integer NOT NULL,
  -- Parts of the hashes of its ads. No other recording with one of them is opened.
  keys bigint[] NOT NULL
);
