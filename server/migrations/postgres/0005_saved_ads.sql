-- Ads that people save. A saved ad is a copy: it stays as it was, whatever becomes of the ad in the index.

-- Parts of words are looked for by their groups of three letters, within one library at a time.
CREATE EXTENSION IF NOT EXISTS pg_trgm;

CREATE EXTENSION IF NOT EXISTS btree_gin;

-- Nothing could be saved so far.
DROP TABLE board_ads;

-- Most filters look at every saved ad of somebody, and the engine reads a row from its beginning: what they ask for comes
-- first, of it what has a fixed width, and what may be null comes last.
CREATE TABLE saved_ads (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- What they are sorted by, lowest first and then by hash, so that one comparison finds what comes after an ad: the
  -- highest or newest has the lowest key, and what is not known has Infinity.
  recommended double precision NOT NULL,
  date_key double precision NOT NULL,
  views_key double precision NOT NULL,
  likes_key double precision NOT NULL,
  comments_key double precision NOT NULL,
  -- What ads are chosen by, like the keys taken out of the snapshot.
  advertiser_id bigint NOT NULL,
  first_seen_at timestamptz NOT NULL,
  saved_at timestamptz NOT NULL DEFAULT now(),
  is_partnership boolean NOT NULL,
  -- Only its address is known so far; what the index learns of it is filled in.
  incomplete boolean NOT NULL DEFAULT false,
  format text NOT NULL,
  -- As the scope of the boards that hold it.
  scope text NOT NULL GENERATED ALWAYS AS (coalesce('team:' || team_id::text, 'user:' || user_id)) STORED,
  ad_hash text COLLATE "C" NOT NULL CHECK (ad_hash ~ '^[0-9a-f]{32}$'),
  platforms text[] NOT NULL,
  -- The text and the type of the button, in lower case.
  cta_labels text[] NOT NULL,
  search_text text NOT NULL,
  company_name text NOT NULL,
  language text,
  ad_type text,
  start_date date,
  -- The text of the button, or else its type, as it is shown.
  cta text,
  note text CHECK (char_length(note) <= 5000),
  -- Whose copy it is: a person's, or that of a team, whose boards hold it.
  user_id text REFERENCES users ON DELETE CASCADE,
  -- Not CASCADE: the copies of a deleted team go to the authors of its boards first.
  team_id bigint REFERENCES teams ON DELETE RESTRICT,
  CONSTRAINT saved_ads_owner_check CHECK (num_nonnulls(user_id, team_id) = 1),
  -- Saved twice, an ad is one saved ad on two boards.
  CONSTRAINT saved_ads_scope_ad_hash_key UNIQUE (scope, ad_hash)
);

CREATE INDEX saved_ads_user_id_idx ON saved_ads (user_id);

CREATE INDEX saved_ads_team_id_idx ON saved_ads (team_id);

-- How many there are, in few pages: every page of a list tells it.
CREATE INDEX saved_ads_scope_idx ON saved_ads (scope);

-- One for each order of a list.
CREATE INDEX saved_ads_recommended_idx ON saved_ads (scope, recommended, ad_hash);

CREATE INDEX saved_ads_date_idx ON saved_ads (scope, date_key, ad_hash);

CREATE INDEX saved_ads_views_idx ON saved_ads (scope, views_key, ad_hash);

CREATE INDEX saved_ads_likes_idx ON saved_ads (scope, likes_key, ad_hash);

CREATE INDEX saved_ads_comments_idx ON saved_ads (scope, comments_key, ad_hash);

-- The ads of an advertiser, or of those that somebody follows.
CREATE INDEX saved_ads_advertiser_idx ON saved_ads (advertiser_id, scope);

-- What is looked for and the lists that are filtered by. A column of one value stays out: asked for one of several, this
-- kind of index is read again for each of them. Every search reads the list of what is not sorted in yet, so it is kept short.
CREATE INDEX saved_ads_search_idx ON saved_ads USING gin (scope, search_text gin_trgm_ops, platforms, cta_labels)
  WITH (gin_pending_list_limit = 256);

-- Those that wait for the index to know them are few.
CREATE INDEX saved_ads_incomplete_idx ON saved_ads (id) WHERE incomplete;

-- The ad itself, apart: what is chosen and sorted by stays narrow.
CREATE TABLE saved_ad_snapshots (
  saved_ad_id bigint PRIMARY KEY REFERENCES saved_ads ON DELETE CASCADE,
  ad jsonb NOT NULL
);

-- Only boards of the same scope hold a saved ad; one on no board is not saved any more.
CREATE TABLE board_ads (
  board_id bigint NOT NULL REFERENCES boards ON DELETE CASCADE,
  saved_ad_id bigint NOT NULL REFERENCES saved_ads ON DELETE CASCADE,
  added_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (board_id, saved_ad_id)
);

-- The ads of a board, the one that was put there last first.
CREATE INDEX board_ads_added_at_idx ON board_ads (board_id, added_at DESC, saved_ad_id DESC);

-- Which boards hold this ad.
CREATE INDEX board_ads_saved_ad_id_idx ON board_ads (saved_ad_id);

-- What went from a scope within the last day, to another or for good: somebody who walks over the pages of a list may
-- stand on it.
CREATE TABLE forgotten_ads (
  -- The id that the saved ad had, or has elsewhere.
  id bigint NOT NULL,
  scope text NOT NULL,
  ad_hash text COLLATE "C" NOT NULL,
  recommended double precision NOT NULL,
  date_key double precision NOT NULL,
  views_key double precision NOT NULL,
  likes_key double precision NOT NULL,
  comments_key double precision NOT NULL,
  forgotten_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (id, scope)
);

-- Old rows are deleted by age.
CREATE INDEX forgotten_ads_forgotten_at_idx ON forgotten_ads (forgotten_at);
