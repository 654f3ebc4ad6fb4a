-- The whole schema as the migrations leave it, read back from PostgreSQL's catalog: for reading and for
-- comparing. Change it with a new migration, then `npm run schema:dump`.

CREATE EXTENSION IF NOT EXISTS btree_gin;
CREATE EXTENSION IF NOT EXISTS pg_trgm;

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
  saved_ad_id bigint NOT NULL,
  added_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT board_ads_pkey PRIMARY KEY (board_id, saved_ad_id)
);
CREATE INDEX board_ads_added_at_idx ON public.board_ads USING btree (board_id, added_at DESC, saved_ad_id DESC);
CREATE INDEX board_ads_saved_ad_id_idx ON public.board_ads USING btree (saved_ad_id);

CREATE TABLE board_visitors (
  board_id bigint NOT NULL,
  day date NOT NULL,
  visitor bytea NOT NULL,
  CONSTRAINT board_visitors_pkey PRIMARY KEY (board_id, day, visitor),
  CONSTRAINT board_visitors_visitor_check CHECK ((octet_length(visitor) = 32))
);
CREATE INDEX board_visitors_day_idx ON public.board_visitors USING btree (day);

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

CREATE TABLE forgotten_ads (
  id bigint NOT NULL,
  scope text NOT NULL,
  ad_hash text COLLATE "C" NOT NULL,
  recommended double precision NOT NULL,
  date_key double precision NOT NULL,
  views_key double precision NOT NULL,
  likes_key double precision NOT NULL,
  comments_key double precision NOT NULL,
  forgotten_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT forgotten_ads_pkey PRIMARY KEY (id, scope)
);
CREATE INDEX forgotten_ads_forgotten_at_idx ON public.forgotten_ads USING btree (forgotten_at);

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

CREATE TABLE kept_files (
  sha256 text NOT NULL,
  mime_type text NOT NULL,
  bytes bigint NOT NULL,
  width integer NOT NULL,
  height integer NOT NULL,
  used_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT kept_files_pkey PRIMARY KEY (sha256),
  CONSTRAINT kept_files_bytes_check CHECK ((bytes > 0)),
  CONSTRAINT kept_files_sha256_check CHECK ((sha256 ~ '^[0-9a-f]{64}$'::text))
);

CREATE TABLE kept_media (
  saved_ad_id bigint NOT NULL,
  place smallint NOT NULL,
  url text NOT NULL,
  sha256 text,
  kept_at timestamp with time zone,
  fetched boolean NOT NULL DEFAULT false,
  tries smallint NOT NULL DEFAULT 0,
  due_at timestamp with time zone DEFAULT now(),
  error text,
  CONSTRAINT kept_media_pkey PRIMARY KEY (saved_ad_id, place),
  CONSTRAINT kept_media_kept_check CHECK ((((sha256 IS NULL) = (kept_at IS NULL)) AND ((sha256 IS NULL) OR (due_at IS NULL)))),
  CONSTRAINT kept_media_place_check CHECK ((place >= 0))
);
CREATE INDEX kept_media_due_at_idx ON public.kept_media USING btree (due_at) WHERE (due_at IS NOT NULL);
CREATE INDEX kept_media_sha256_idx ON public.kept_media USING btree (sha256) WHERE (sha256 IS NOT NULL);
CREATE INDEX kept_media_url_idx ON public.kept_media USING btree (hashtextextended(url, (0)::bigint), kept_at) WHERE fetched;

CREATE TABLE recordings (
  id boolean NOT NULL DEFAULT true,
  newest bigint NOT NULL,
  CONSTRAINT recordings_pkey PRIMARY KEY (id),
  CONSTRAINT recordings_id_check CHECK (id)
);

CREATE TABLE saved_ad_snapshots (
  saved_ad_id bigint NOT NULL,
  ad jsonb NOT NULL,
  CONSTRAINT saved_ad_snapshots_pkey PRIMARY KEY (saved_ad_id)
);

CREATE TABLE saved_ads (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  recommended double precision NOT NULL,
  date_key double precision NOT NULL,
  views_key double precision NOT NULL,
  likes_key double precision NOT NULL,
  comments_key double precision NOT NULL,
  advertiser_id bigint NOT NULL,
  first_seen_at timestamp with time zone NOT NULL,
  saved_at timestamp with time zone NOT NULL DEFAULT now(),
  is_partnership boolean NOT NULL,
  incomplete boolean NOT NULL DEFAULT false,
  format text NOT NULL,
  scope text NOT NULL GENERATED ALWAYS AS (COALESCE(('team:'::text || (team_id)::text), ('user:'::text || user_id))) STORED,
  ad_hash text COLLATE "C" NOT NULL,
  platforms text[] NOT NULL,
  cta_labels text[] NOT NULL,
  search_text text NOT NULL,
  company_name text NOT NULL,
  language text,
  ad_type text,
  start_date date,
  cta text,
  note text,
  user_id text,
  team_id bigint,
  CONSTRAINT saved_ads_pkey PRIMARY KEY (id),
  CONSTRAINT saved_ads_ad_hash_check CHECK ((ad_hash ~ '^[0-9a-f]{32}$'::text)),
  CONSTRAINT saved_ads_note_check CHECK ((char_length(note) <= 5000)),
  CONSTRAINT saved_ads_owner_check CHECK ((num_nonnulls(user_id, team_id) = 1)),
  CONSTRAINT saved_ads_scope_ad_hash_key UNIQUE (scope, ad_hash)
);
CREATE INDEX saved_ads_advertiser_idx ON public.saved_ads USING btree (advertiser_id, scope);
CREATE INDEX saved_ads_comments_idx ON public.saved_ads USING btree (scope, comments_key, ad_hash);
CREATE INDEX saved_ads_date_idx ON public.saved_ads USING btree (scope, date_key, ad_hash);
CREATE INDEX saved_ads_incomplete_idx ON public.saved_ads USING btree (id) WHERE incomplete;
CREATE INDEX saved_ads_likes_idx ON public.saved_ads USING btree (scope, likes_key, ad_hash);
CREATE INDEX saved_ads_recommended_idx ON public.saved_ads USING btree (scope, recommended, ad_hash);
CREATE INDEX saved_ads_scope_idx ON public.saved_ads USING btree (scope);
CREATE INDEX saved_ads_search_idx ON public.saved_ads USING gin (scope, search_text gin_trgm_ops, platforms, cta_labels) WITH (gin_pending_list_limit='256');
CREATE INDEX saved_ads_team_id_idx ON public.saved_ads USING btree (team_id);
CREATE INDEX saved_ads_user_id_idx ON public.saved_ads USING btree (user_id);
CREATE INDEX saved_ads_views_idx ON public.saved_ads USING btree (scope, views_key, ad_hash);

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

CREATE TABLE visitor_salts (
  day date NOT NULL,
  salt bytea NOT NULL,
  CONSTRAINT visitor_salts_pkey PRIMARY KEY (day),
  CONSTRAINT visitor_salts_salt_check CHECK ((octet_length(salt) = 32))
);

ALTER TABLE api_keys ADD CONSTRAINT api_keys_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
ALTER TABLE board_ads ADD CONSTRAINT board_ads_board_id_fkey FOREIGN KEY (board_id) REFERENCES boards(id) ON DELETE CASCADE;
ALTER TABLE board_ads ADD CONSTRAINT board_ads_saved_ad_id_fkey FOREIGN KEY (saved_ad_id) REFERENCES saved_ads(id) ON DELETE CASCADE;
ALTER TABLE board_visitors ADD CONSTRAINT board_visitors_board_id_fkey FOREIGN KEY (board_id) REFERENCES boards(id) ON DELETE CASCADE;
ALTER TABLE boards ADD CONSTRAINT boards_author_id_fkey FOREIGN KEY (author_id) REFERENCES users(id) ON DELETE CASCADE;
ALTER TABLE boards ADD CONSTRAINT boards_parent_board_id_fkey FOREIGN KEY (parent_board_id) REFERENCES boards(id) ON DELETE SET NULL;
ALTER TABLE boards ADD CONSTRAINT boards_team_id_fkey FOREIGN KEY (team_id) REFERENCES teams(id) ON DELETE RESTRICT;
ALTER TABLE follows ADD CONSTRAINT follows_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
ALTER TABLE kept_media ADD CONSTRAINT kept_media_saved_ad_id_fkey FOREIGN KEY (saved_ad_id) REFERENCES saved_ads(id) ON DELETE CASCADE;
ALTER TABLE kept_media ADD CONSTRAINT kept_media_sha256_fkey FOREIGN KEY (sha256) REFERENCES kept_files(sha256);
ALTER TABLE saved_ad_snapshots ADD CONSTRAINT saved_ad_snapshots_saved_ad_id_fkey FOREIGN KEY (saved_ad_id) REFERENCES saved_ads(id) ON DELETE CASCADE;
ALTER TABLE saved_ads ADD CONSTRAINT saved_ads_team_id_fkey FOREIGN KEY (team_id) REFERENCES teams(id) ON DELETE RESTRICT;
ALTER TABLE saved_ads ADD CONSTRAINT saved_ads_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
ALTER TABLE team_members ADD CONSTRAINT team_members_team_id_fkey FOREIGN KEY (team_id) REFERENCES teams(id) ON DELETE CASCADE;
ALTER TABLE team_members ADD CONSTRAINT team_members_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;

CREATE EXTENSION IF NOT EXISTS btree_gin;

CREATE EXTENSION IF NOT EXISTS pg_trgm;
