-- Filters of ads.search that a person keeps under a name.
CREATE TABLE saved_searches (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  name text NOT NULL CONSTRAINT saved_searches_name_check CHECK (char_length(name) BETWEEN 1 AND 120),
  filters jsonb NOT NULL CONSTRAINT saved_searches_filters_check CHECK (jsonb_typeof(filters) = 'object'),
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);

CREATE UNIQUE INDEX saved_searches_user_id_name_key ON saved_searches (user_id, lower(name));
