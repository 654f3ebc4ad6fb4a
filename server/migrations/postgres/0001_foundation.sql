-- People, keys, teams, boards, and the two tables that the service keeps for itself.
-- Identifiers are bigint and reach callers as JSON numbers; users have text identifiers.

CREATE TABLE users (
  id text PRIMARY KEY CHECK (id <> ''),
  email text NOT NULL CHECK (email <> ''),
  name text,
  email_verified boolean NOT NULL DEFAULT false,
  image text,
  is_owner boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);

-- The address is kept as its owner writes it; two spellings that differ in case are one person.
CREATE UNIQUE INDEX users_email_key ON users (lower(email));

CREATE TABLE api_keys (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id text NOT NULL REFERENCES users ON DELETE CASCADE,
  name text NOT NULL,
  -- The first characters, by which a person recognises the key; the secret itself is never stored.
  prefix text NOT NULL,
  secret_sha256 bytea NOT NULL UNIQUE CHECK (octet_length(secret_sha256) = 32),
  scopes text[] NOT NULL CHECK (cardinality(scopes) > 0 AND scopes <@ ARRAY['read', 'write', 'admin']),
  created_at timestamptz NOT NULL DEFAULT now(),
  last_used_at timestamptz,
  expires_at timestamptz,
  revoked_at timestamptz
);

CREATE INDEX api_keys_user_id_idx ON api_keys (user_id);

CREATE TABLE teams (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 120),
  slug text NOT NULL UNIQUE,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);

-- Somebody invited by address may not have an account yet: user_id comes when they join.
CREATE TABLE team_members (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  team_id bigint NOT NULL REFERENCES teams ON DELETE CASCADE,
  user_id text REFERENCES users ON DELETE CASCADE,
  email text NOT NULL CHECK (email <> ''),
  role text NOT NULL CHECK (role IN ('owner', 'admin', 'member', 'viewer')),
  invited_at timestamptz NOT NULL DEFAULT now(),
  joined_at timestamptz,
  UNIQUE (team_id, user_id),
  CONSTRAINT team_members_joined_check CHECK (joined_at IS NULL OR user_id IS NOT NULL)
);

CREATE UNIQUE INDEX team_members_email_key ON team_members (team_id, lower(email));

CREATE INDEX team_members_user_id_idx ON team_members (user_id);

CREATE TABLE boards (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  author_id text NOT NULL REFERENCES users ON DELETE CASCADE,
  -- Not SET NULL: the boards of a deleted team take new positions among their authors' boards, and
  -- only code can give them those. A team goes when its boards have moved.
  team_id bigint REFERENCES teams ON DELETE RESTRICT,
  parent_board_id bigint REFERENCES boards ON DELETE SET NULL,
  name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 120),
  slug text UNIQUE,
  description text CHECK (char_length(description) <= 2000),
  -- 0-based among the boards of one scope, without gaps.
  position integer NOT NULL CHECK (position >= 0),
  published boolean NOT NULL DEFAULT false,
  views bigint NOT NULL DEFAULT 0 CHECK (views >= 0),
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  -- Whose list the board stands in: its team's when it has one, else its author's.
  scope text NOT NULL GENERATED ALWAYS AS (coalesce('team:' || team_id::text, 'user:' || author_id)) STORED,
  -- Checked at the end of the transaction, since moving one board shifts its neighbours through
  -- each other's positions.
  CONSTRAINT boards_scope_position_key UNIQUE (scope, position) DEFERRABLE INITIALLY DEFERRED,
  CONSTRAINT boards_parent_check CHECK (parent_board_id <> id),
  CONSTRAINT boards_slug_check CHECK (slug ~ '^[a-z0-9][a-z0-9-]{1,62}[a-z0-9]$' AND slug ~ '[a-z]')
);

-- One for each reference, so that deleting a user, team or parent does not read every board.
CREATE INDEX boards_author_id_idx ON boards (author_id);

CREATE INDEX boards_team_id_idx ON boards (team_id);

CREATE INDEX boards_parent_board_id_idx ON boards (parent_board_id);

CREATE TABLE board_ads (
  board_id bigint NOT NULL REFERENCES boards ON DELETE CASCADE,
  ad_hash text NOT NULL CHECK (ad_hash ~ '^[0-9a-f]{32}$'),
  added_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (board_id, ad_hash)
);

-- Which boards hold this ad.
CREATE INDEX board_ads_ad_hash_idx ON board_ads (ad_hash);

-- The first answer to a mutation that carried an Idempotency-Key, kept for a day.
CREATE TABLE idempotency_keys (
  credential text NOT NULL,
  key_sha256 bytea NOT NULL CHECK (octet_length(key_sha256) = 32),
  -- Place of the call in its batch: one key covers the whole request.
  call integer NOT NULL CHECK (call >= 0),
  procedure text NOT NULL,
  input_sha256 bytea NOT NULL CHECK (octet_length(input_sha256) = 32),
  -- Sealed with the credential that sent it: it may hold a secret that is shown once.
  answer bytea,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (credential, key_sha256, call)
);

-- Old rows are deleted by age.
CREATE INDEX idempotency_keys_created_at_idx ON idempotency_keys (created_at);

-- Exactly one row: what this installation knows about itself.
CREATE TABLE instance (
  singleton boolean PRIMARY KEY DEFAULT true CHECK (singleton),
  first_key_shown_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now()
);
