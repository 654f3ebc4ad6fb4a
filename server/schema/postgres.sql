-- The whole schema as the migrations leave it, read back from PostgreSQL's catalog: for reading and for
-- comparing. Change it with a new migration, then `npm run schema:dump`.

CREATE TABLE api_keys (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  user_id text NOT NULL,
  name text NOT NULL,
  prefix text NOT NULL,
  secret_sha256 bytea NOT NULL,
  scopes text[] NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  last_used_at timestamp with time zone,
  expires_at timestamp with time zone,
  revoked_at timestamp with time zone,
  CONSTRAINT api_keys_pkey PRIMARY KEY (id),
  CONSTRAINT api_keys_scopes_check CHECK (((cardinality(scopes) > 0) AND (scopes <@ ARRAY['read'::text, 'write'::text, 'admin'::text]))),
  CONSTRAINT api_keys_secret_sha256_check CHECK ((octet_length(secret_sha256) = 32)),
  CONSTRAINT api_keys_secret_sha256_key UNIQUE (secret_sha256)
);
CREATE INDEX api_keys_user_id_idx ON public.api_keys USING btree (user_id);

CREATE TABLE board_ads (
  board_id bigint NOT NULL,
  ad_hash text NOT NULL,
  added_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT board_ads_pkey PRIMARY KEY (board_id, ad_hash),
  CONSTRAINT board_ads_ad_hash_check CHECK ((ad_hash ~ '^[0-9a-f]{32}$'::text))
);
CREATE INDEX board_ads_ad_hash_idx ON public.board_ads USING btree (ad_hash);

CREATE TABLE boards (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  author_id text NOT NULL,
  team_id bigint,
  parent_board_id bigint,
  name text NOT NULL,
  slug text,
  description text,
  "position" integer NOT NULL,
  published boolean NOT NULL DEFAULT false,
  views bigint NOT NULL DEFAULT 0,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  updated_at timestamp with time zone NOT NULL DEFAULT now(),
  scope text NOT NULL GENERATED ALWAYS AS (COALESCE(('team:'::text || (team_id)::text), ('user:'::text || author_id))) STORED,
  CONSTRAINT boards_pkey PRIMARY KEY (id),
  CONSTRAINT boards_description_check CHECK ((char_length(description) <= 2000)),
  CONSTRAINT boards_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 120))),
  CONSTRAINT boards_parent_check CHECK ((parent_board_id <> id)),
  CONSTRAINT boards_position_check CHECK (("position" >= 0)),
  CONSTRAINT boards_scope_position_key UNIQUE (scope, "position") DEFERRABLE INITIALLY DEFERRED,
  CONSTRAINT boards_slug_check CHECK (((slug ~ '^[a-z0-9][a-z0-9-]{1,62}[a-z0-9]$'::text) AND (slug ~ '[a-z]'::text))),
  CONSTRAINT boards_slug_key UNIQUE (slug),
  CONSTRAINT boards_views_check CHECK ((views >= 0))
);
CREATE INDEX boards_author_id_idx ON public.boards USING btree (author_id);
CREATE INDEX boards_parent_board_id_idx ON public.boards USING btree (parent_board_id);
CREATE INDEX boards_team_id_idx ON public.boards USING btree (team_id);

CREATE TABLE follows (
  user_id text NOT NULL,
  advertiser_id bigint NOT NULL,
  name text NOT NULL,
  followed_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT follows_pkey PRIMARY KEY (user_id, advertiser_id),
  CONSTRAINT follows_name_check CHECK ((name <> ''::text))
);
CREATE INDEX follows_advertiser_id_idx ON public.follows USING btree (advertiser_id);

CREATE TABLE idempotency_keys (
  credential text NOT NULL,
  key_sha256 bytea NOT NULL,
  call integer NOT NULL,
  procedure text NOT NULL,
  input_sha256 bytea NOT NULL,
  answer bytea,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT idempotency_keys_pkey PRIMARY KEY (credential, key_sha256, call),
  CONSTRAINT idempotency_keys_call_check CHECK ((call >= 0)),
  CONSTRAINT idempotency_keys_input_sha256_check CHECK ((octet_length(input_sha256) = 32)),
  CONSTRAINT idempotency_keys_key_sha256_check CHECK ((octet_length(key_sha256) = 32))
);
CREATE INDEX idempotency_keys_created_at_idx ON public.idempotency_keys USING btree (created_at);

CREATE TABLE instance (
  singleton boolean NOT NULL DEFAULT true,
  first_key_shown_at timestamp with time zone,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT instance_pkey PRIMARY KEY (singleton),
  CONSTRAINT instance_singleton_check CHECK (singleton)
);

CREATE TABLE recordings (
  id boolean NOT NULL DEFAULT true,
  newest bigint NOT NULL,
  CONSTRAINT recordings_pkey PRIMARY KEY (id),
  CONSTRAINT recordings_id_check CHECK (id)
);

CREATE TABLE schema_migrations (
  version integer NOT NULL,
  name text NOT NULL,
  checksum text NOT NULL,
  applied_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT schema_migrations_pkey PRIMARY KEY (version)
);

CREATE TABLE source_freshness (
  source text NOT NULL,
  last_import_at timestamp with time zone NOT NULL,
  CONSTRAINT source_freshness_pkey PRIMARY KEY (source)
);

CREATE TABLE sources (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  name text NOT NULL,
  connector text NOT NULL,
  query jsonb NOT NULL,
  secrets jsonb NOT NULL,
  every_minutes integer NOT NULL,
  enabled boolean NOT NULL DEFAULT true,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  due_at timestamp with time zone NOT NULL DEFAULT now(),
  claimed_until timestamp with time zone,
  last_started_at timestamp with time zone,
  last_finished_at timestamp with time zone,
  last_error text,
  last_counts jsonb,
  CONSTRAINT sources_pkey PRIMARY KEY (id),
  CONSTRAINT sources_every_minutes_check CHECK ((every_minutes > 0)),
  CONSTRAINT sources_name_key UNIQUE (name)
);

CREATE TABLE team_members (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  team_id bigint NOT NULL,
  user_id text,
  email text NOT NULL,
  role text NOT NULL,
  invited_at timestamp with time zone NOT NULL DEFAULT now(),
  joined_at timestamp with time zone,
  CONSTRAINT team_members_pkey PRIMARY KEY (id),
  CONSTRAINT team_members_email_check CHECK ((email <> ''::text)),
  CONSTRAINT team_members_joined_check CHECK (((joined_at IS NULL) OR (user_id IS NOT NULL))),
  CONSTRAINT team_members_role_check CHECK ((role = ANY (ARRAY['owner'::text, 'admin'::text, 'member'::text, 'viewer'::text]))),
  CONSTRAINT team_members_team_id_user_id_key UNIQUE (team_id, user_id)
);
CREATE INDEX team_members_user_id_idx ON public.team_members USING btree (user_id);
CREATE UNIQUE INDEX team_members_email_key ON public.team_members USING btree (team_id, lower(email));

CREATE TABLE teams (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  name text NOT NULL,
  slug text NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  updated_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT teams_pkey PRIMARY KEY (id),
  CONSTRAINT teams_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 120))),
  CONSTRAINT teams_slug_key UNIQUE (slug)
);

CREATE TABLE users (
  id text NOT NULL,
  email text NOT NULL,
  name text,
  email_verified boolean NOT NULL DEFAULT false,
  image text,
  is_owner boolean NOT NULL DEFAULT false,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  updated_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT users_pkey PRIMARY KEY (id),
  CONSTRAINT users_email_check CHECK ((email <> ''::text)),
  CONSTRAINT users_id_check CHECK ((id <> ''::text))
);
CREATE UNIQUE INDEX users_email_key ON public.users USING btree (lower(email));

ALTER TABLE api_keys ADD CONSTRAINT api_keys_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
ALTER TABLE board_ads ADD CONSTRAINT board_ads_board_id_fkey FOREIGN KEY (board_id) REFERENCES boards(id) ON DELETE CASCADE;
ALTER TABLE boards ADD CONSTRAINT boards_author_id_fkey FOREIGN KEY (author_id) REFERENCES users(id) ON DELETE CASCADE;
ALTER TABLE boards ADD CONSTRAINT boards_parent_board_id_fkey FOREIGN KEY (parent_board_id) REFERENCES boards(id) ON DELETE SET NULL;
ALTER TABLE boards ADD CONSTRAINT boards_team_id_fkey FOREIGN KEY (team_id) REFERENCES teams(id) ON DELETE RESTRICT;
ALTER TABLE follows ADD CONSTRAINT follows_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
ALTER TABLE team_members ADD CONSTRAINT team_members_team_id_fkey FOREIGN KEY (team_id) REFERENCES teams(id) ON DELETE CASCADE;
ALTER TABLE team_members ADD CONSTRAINT team_members_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
