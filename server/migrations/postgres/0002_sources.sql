-- Queries to outside libraries that are run by the clock. What must stay secret is kept apart from what may be shown.
CREATE TABLE sources (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL UNIQUE,
  connector text NOT NULL,
  query jsonb NOT NULL,
  secrets jsonb NOT NULL,
  every_minutes integer NOT NULL CHECK (every_minutes > 0),
  enabled boolean NOT NULL DEFAULT true,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- Nobody runs it by the clock before.
  due_at timestamptz NOT NULL DEFAULT now(),
  -- Somebody runs it until then; renewed while they do.
  claimed_until timestamptz,
  last_started_at timestamptz,
  last_finished_at timestamptz,
  last_error text,
  last_counts jsonb
);

-- When each importer last told of ads.
CREATE TABLE source_freshness (
  source text PRIMARY KEY,
  last_import_at timestamptz NOT NULL
);
