-- What should be in the index of ads, and what is known to be damaged there: the same for every node.
ALTER TABLE recordings
  -- Ads that the recordings have added; null until they are counted once. The index never has fewer.
  ADD COLUMN ads bigint,
  -- When the checksums of all stored data were last verified.
  ADD COLUMN verified_at timestamptz;

CREATE TABLE index_damage (
  kind text NOT NULL CHECK (kind IN ('detached', 'missing', 'corrupt')),
  table_name text NOT NULL,
  -- The name of the part, or how many rows are missing.
  detail text NOT NULL,
  found_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (kind, table_name, detail)
);
