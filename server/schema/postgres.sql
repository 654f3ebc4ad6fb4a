-- The whole schema as the migrations leave it, read back from PostgreSQL's catalog: for reading and for
-- comparing. Change it with a new migration, then `npm run schema:dump`.

CREATE EXTENSION IF NOT EXISTS btree_gin;
CREATE EXTENSION IF NOT EXISTS pg_trgm;

CREATE TABLE acts (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  at timestamp with time zone NOT NULL DEFAULT now(),
  act text NOT NULL,
  actor_id text,
  actor_email text,
  team_id bigint,
  subject text,
  via text,
  address text,
  details jsonb NOT NULL,
  CONSTRAINT acts_pkey PRIMARY KEY (id),
  CONSTRAINT acts_act_check CHECK ((act <> ''::text))
);
CREATE INDEX acts_act_idx ON public.acts USING btree (act, id DESC);
CREATE INDEX acts_actor_id_idx ON public.acts USING btree (actor_id);
CREATE INDEX acts_at_idx ON public.acts USING btree (at);
CREATE INDEX acts_team_id_idx ON public.acts USING btree (team_id, id DESC) WHERE (team_id IS NOT NULL);

CREATE TABLE ai_images (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  author_id text NOT NULL,
  team_id bigint,
  scope text NOT NULL GENERATED ALWAYS AS (COALESCE(('team:'::text || (team_id)::text), ('user:'::text || author_id))) STORED,
  product_id bigint,
  source_ad_hash text,
  status text NOT NULL DEFAULT 'queued'::text,
  progress double precision NOT NULL DEFAULT 0,
  cost_estimate double precision,
  maker text NOT NULL,
  model text NOT NULL,
  layout text,
  aspect_ratio text NOT NULL,
  seed bigint NOT NULL,
  prompt text NOT NULL,
  work_order jsonb NOT NULL,
  error text,
  width integer,
  height integer,
  file_key text,
  thumbnail_key text,
  tries integer NOT NULL DEFAULT 0,
  due_at timestamp with time zone DEFAULT now(),
  claim uuid,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  finished_at timestamp with time zone,
  CONSTRAINT ai_images_pkey PRIMARY KEY (id),
  CONSTRAINT ai_images_claim_check CHECK (((claim IS NULL) OR (status = 'running'::text))),
  CONSTRAINT ai_images_cost_estimate_check CHECK ((cost_estimate >= (0)::double precision)),
  CONSTRAINT ai_images_due_check CHECK (((status = ANY (ARRAY['queued'::text, 'running'::text])) = (due_at IS NOT NULL))),
  CONSTRAINT ai_images_file_check CHECK (((status = 'succeeded'::text) = ((file_key IS NOT NULL) AND (thumbnail_key IS NOT NULL)))),
  CONSTRAINT ai_images_finished_check CHECK (((status = ANY (ARRAY['queued'::text, 'running'::text])) = (finished_at IS NULL))),
  CONSTRAINT ai_images_height_check CHECK ((height > 0)),
  CONSTRAINT ai_images_maker_check CHECK ((maker = ANY (ARRAY['template'::text, 'endpoint'::text]))),
  CONSTRAINT ai_images_progress_check CHECK (((progress >= (0)::double precision) AND (progress <= (1)::double precision))),
  CONSTRAINT ai_images_source_ad_hash_check CHECK ((source_ad_hash ~ '^[0-9a-f]{32}$'::text)),
  CONSTRAINT ai_images_status_check CHECK ((status = ANY (ARRAY['queued'::text, 'running'::text, 'succeeded'::text, 'failed'::text, 'cancelled'::text]))),
  CONSTRAINT ai_images_width_check CHECK ((width > 0))
);
CREATE INDEX ai_images_author_id_idx ON public.ai_images USING btree (author_id);
CREATE INDEX ai_images_finished_at_idx ON public.ai_images USING btree (scope, finished_at);
CREATE INDEX ai_images_product_id_idx ON public.ai_images USING btree (product_id);
CREATE INDEX ai_images_scope_idx ON public.ai_images USING btree (scope, id);
CREATE INDEX ai_images_team_id_idx ON public.ai_images USING btree (team_id);
CREATE INDEX ai_images_waiting_idx ON public.ai_images USING btree (id) WHERE (status = ANY (ARRAY['queued'::text, 'running'::text]));
CREATE UNIQUE INDEX ai_images_file_key_key ON public.ai_images USING btree (file_key);
CREATE UNIQUE INDEX ai_images_thumbnail_key_key ON public.ai_images USING btree (thumbnail_key);

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

CREATE TABLE app_tokens (
  token_sha256 bytea NOT NULL,
  app_id bigint NOT NULL,
  kind text NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  expires_at timestamp with time zone NOT NULL,
  used_at timestamp with time zone,
  CONSTRAINT app_tokens_pkey PRIMARY KEY (token_sha256),
  CONSTRAINT app_tokens_kind_check CHECK ((kind = ANY (ARRAY['access'::text, 'refresh'::text]))),
  CONSTRAINT app_tokens_token_sha256_check CHECK ((octet_length(token_sha256) = 32))
);
CREATE INDEX app_tokens_app_id_idx ON public.app_tokens USING btree (app_id);
CREATE INDEX app_tokens_expires_at_idx ON public.app_tokens USING btree (expires_at);

CREATE TABLE authorization_codes (
  code_sha256 bytea NOT NULL,
  app_id bigint NOT NULL,
  code_challenge text NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  used_at timestamp with time zone,
  CONSTRAINT authorization_codes_pkey PRIMARY KEY (code_sha256),
  CONSTRAINT authorization_codes_code_challenge_check CHECK ((char_length(code_challenge) = 43)),
  CONSTRAINT authorization_codes_code_sha256_check CHECK ((octet_length(code_sha256) = 32))
);
CREATE INDEX authorization_codes_app_id_idx ON public.authorization_codes USING btree (app_id);
CREATE INDEX authorization_codes_expires_at_idx ON public.authorization_codes USING btree (expires_at);

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

CREATE TABLE brand_images (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  author_id text NOT NULL,
  team_id bigint,
  scope text NOT NULL GENERATED ALWAYS AS (COALESCE(('team:'::text || (team_id)::text), ('user:'::text || author_id))) STORED,
  product_id bigint,
  name text NOT NULL,
  kind text NOT NULL,
  company_name text,
  advertiser_id bigint,
  width integer NOT NULL,
  height integer NOT NULL,
  file_key text NOT NULL,
  thumbnail_key text NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT brand_images_pkey PRIMARY KEY (id),
  CONSTRAINT brand_images_company_check CHECK (((company_name IS NULL) = (advertiser_id IS NULL))),
  CONSTRAINT brand_images_height_check CHECK ((height > 0)),
  CONSTRAINT brand_images_kind_check CHECK ((kind = ANY (ARRAY['logo'::text, 'product'::text, 'lifestyle'::text, 'other'::text]))),
  CONSTRAINT brand_images_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 120))),
  CONSTRAINT brand_images_width_check CHECK ((width > 0))
);
CREATE INDEX brand_images_author_id_idx ON public.brand_images USING btree (author_id);
CREATE INDEX brand_images_product_id_idx ON public.brand_images USING btree (product_id);
CREATE INDEX brand_images_scope_idx ON public.brand_images USING btree (scope, id);
CREATE INDEX brand_images_team_id_idx ON public.brand_images USING btree (team_id);
CREATE UNIQUE INDEX brand_images_file_key_key ON public.brand_images USING btree (file_key);
CREATE UNIQUE INDEX brand_images_thumbnail_key_key ON public.brand_images USING btree (thumbnail_key);

CREATE TABLE clone_products (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  author_id text NOT NULL,
  team_id bigint,
  scope text NOT NULL GENERATED ALWAYS AS (COALESCE(('team:'::text || (team_id)::text), ('user:'::text || author_id))) STORED,
  name text NOT NULL,
  url text,
  description text,
  price double precision,
  currency text,
  brand_name text,
  logo_url text,
  images text[] NOT NULL DEFAULT '{}'::text[],
  colors text[] NOT NULL DEFAULT '{}'::text[],
  selling_points text[] NOT NULL DEFAULT '{}'::text[],
  audience text,
  tone text,
  is_default boolean NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  updated_at timestamp with time zone NOT NULL DEFAULT now(),
  font text NOT NULL DEFAULT 'sans'::text,
  CONSTRAINT clone_products_pkey PRIMARY KEY (id),
  CONSTRAINT clone_products_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text)),
  CONSTRAINT clone_products_font_check CHECK ((font = ANY (ARRAY['sans'::text, 'geometric'::text, 'rounded'::text, 'serif'::text, 'condensed'::text]))),
  CONSTRAINT clone_products_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 120))),
  CONSTRAINT clone_products_price_check CHECK ((price >= (0)::double precision))
);
CREATE INDEX clone_products_author_id_idx ON public.clone_products USING btree (author_id);
CREATE INDEX clone_products_scope_idx ON public.clone_products USING btree (scope, id);
CREATE INDEX clone_products_team_id_idx ON public.clone_products USING btree (team_id);
CREATE UNIQUE INDEX clone_products_default_key ON public.clone_products USING btree (scope) WHERE is_default;

CREATE TABLE comments (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  saved_ad_id bigint NOT NULL,
  author_id text,
  text text NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  updated_at timestamp with time zone,
  CONSTRAINT comments_pkey PRIMARY KEY (id),
  CONSTRAINT comments_text_check CHECK (((char_length(text) >= 1) AND (char_length(text) <= 5000)))
);
CREATE INDEX comments_author_id_idx ON public.comments USING btree (author_id);
CREATE INDEX comments_saved_ad_id_idx ON public.comments USING btree (saved_ad_id, id);

CREATE TABLE connected_apps (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  user_id text NOT NULL,
  client_id text NOT NULL,
  client_name text NOT NULL,
  client_host text,
  redirect_uri text NOT NULL,
  scopes text[] NOT NULL,
  resource text NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  last_used_at timestamp with time zone,
  CONSTRAINT connected_apps_pkey PRIMARY KEY (id),
  CONSTRAINT connected_apps_client_id_check CHECK ((client_id <> ''::text)),
  CONSTRAINT connected_apps_client_name_check CHECK ((client_name <> ''::text)),
  CONSTRAINT connected_apps_redirect_uri_check CHECK ((redirect_uri <> ''::text)),
  CONSTRAINT connected_apps_resource_check CHECK ((resource <> ''::text)),
  CONSTRAINT connected_apps_scopes_check CHECK (((cardinality(scopes) > 0) AND (scopes <@ ARRAY['read'::text, 'write'::text])))
);
CREATE INDEX connected_apps_user_id_idx ON public.connected_apps USING btree (user_id);

CREATE TABLE first_follow_rules (
  user_id text NOT NULL,
  made_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT first_follow_rules_pkey PRIMARY KEY (user_id)
);

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
  days_key double precision NOT NULL DEFAULT 'Infinity'::double precision
);
CREATE INDEX forgotten_ads_forgotten_at_idx ON public.forgotten_ads USING btree (forgotten_at);
CREATE INDEX forgotten_ads_id_idx ON public.forgotten_ads USING btree (id);

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

CREATE TABLE index_damage (
  kind text NOT NULL,
  table_name text NOT NULL,
  detail text NOT NULL,
  found_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT index_damage_pkey PRIMARY KEY (kind, table_name, detail),
  CONSTRAINT index_damage_kind_check CHECK ((kind = ANY (ARRAY['detached'::text, 'missing'::text, 'corrupt'::text])))
);

CREATE TABLE instance (
  singleton boolean NOT NULL DEFAULT true,
  first_key_shown_at timestamp with time zone,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  secret text,
  CONSTRAINT instance_pkey PRIMARY KEY (singleton),
  CONSTRAINT instance_secret_check CHECK ((char_length(secret) >= 32)),
  CONSTRAINT instance_singleton_check CHECK (singleton)
);

CREATE TABLE invitations (
  token_sha256 bytea NOT NULL,
  team_id bigint,
  invited_by text,
  email text NOT NULL,
  status text NOT NULL DEFAULT 'open'::text,
  sent_at timestamp with time zone NOT NULL DEFAULT now(),
  expires_at timestamp with time zone NOT NULL,
  link_sha256 bytea,
  CONSTRAINT invitations_pkey PRIMARY KEY (token_sha256),
  CONSTRAINT invitations_email_check CHECK ((email <> ''::text)),
  CONSTRAINT invitations_link_sha256_check CHECK ((octet_length(link_sha256) = 32)),
  CONSTRAINT invitations_link_sha256_key UNIQUE (link_sha256),
  CONSTRAINT invitations_status_check CHECK ((status = ANY (ARRAY['open'::text, 'used'::text, 'void'::text]))),
  CONSTRAINT invitations_token_sha256_check CHECK ((octet_length(token_sha256) = 32))
);
CREATE INDEX invitations_email_idx ON public.invitations USING btree (lower(email)) WHERE (status = 'open'::text);
CREATE INDEX invitations_invited_by_idx ON public.invitations USING btree (invited_by, sent_at);
CREATE INDEX invitations_sent_at_idx ON public.invitations USING btree (sent_at);
CREATE INDEX invitations_team_id_idx ON public.invitations USING btree (team_id, sent_at);
CREATE UNIQUE INDEX invitations_open_key ON public.invitations USING btree (team_id, lower(email)) WHERE (status = 'open'::text);

CREATE TABLE invite_links (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  team_id bigint NOT NULL,
  token_sha256 bytea NOT NULL,
  role text NOT NULL,
  single_use boolean NOT NULL,
  created_by text,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  expires_at timestamp with time zone NOT NULL,
  uses integer NOT NULL DEFAULT 0,
  sign_ups integer NOT NULL DEFAULT 0,
  CONSTRAINT invite_links_pkey PRIMARY KEY (id),
  CONSTRAINT invite_links_role_check CHECK ((role = ANY (ARRAY['admin'::text, 'member'::text, 'viewer'::text]))),
  CONSTRAINT invite_links_token_sha256_check CHECK ((octet_length(token_sha256) = 32)),
  CONSTRAINT invite_links_token_sha256_key UNIQUE (token_sha256)
);
CREATE INDEX invite_links_created_by_idx ON public.invite_links USING btree (created_by);
CREATE INDEX invite_links_team_id_idx ON public.invite_links USING btree (team_id);

CREATE TABLE kept_files (
  sha256 text NOT NULL,
  mime_type text NOT NULL,
  bytes bigint NOT NULL,
  width integer NOT NULL,
  height integer NOT NULL,
  used_at timestamp with time zone NOT NULL DEFAULT now(),
  pdq text,
  inner_pdq text,
  CONSTRAINT kept_files_pkey PRIMARY KEY (sha256),
  CONSTRAINT kept_files_bytes_check CHECK ((bytes > 0)),
  CONSTRAINT kept_files_inner_pdq_check CHECK ((inner_pdq ~ '^[0-9a-f]{64}$'::text)),
  CONSTRAINT kept_files_pdq_check CHECK ((pdq ~ '^[0-9a-f]{64}$'::text)),
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
  compared boolean NOT NULL DEFAULT false,
  is_video boolean NOT NULL DEFAULT false,
  words_read boolean NOT NULL DEFAULT false,
  CONSTRAINT kept_media_pkey PRIMARY KEY (saved_ad_id, place),
  CONSTRAINT kept_media_kept_check CHECK ((((sha256 IS NULL) = (kept_at IS NULL)) AND ((sha256 IS NULL) OR (due_at IS NULL)))),
  CONSTRAINT kept_media_place_check CHECK ((place >= 0))
);
CREATE INDEX kept_media_due_at_idx ON public.kept_media USING btree (due_at) WHERE (due_at IS NOT NULL);
CREATE INDEX kept_media_sha256_idx ON public.kept_media USING btree (sha256) WHERE (sha256 IS NOT NULL);
CREATE INDEX kept_media_uncompared_idx ON public.kept_media USING btree (saved_ad_id) WHERE ((place = 0) AND (sha256 IS NOT NULL) AND (NOT compared));
CREATE INDEX kept_media_unread_idx ON public.kept_media USING btree (saved_ad_id) WHERE ((place = 0) AND compared AND (NOT words_read));
CREATE INDEX kept_media_url_idx ON public.kept_media USING btree (hashtextextended(url, (0)::bigint), kept_at) WHERE fetched;

CREATE TABLE labels (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  user_id text,
  team_id bigint,
  name text NOT NULL,
  color text NOT NULL,
  scope text NOT NULL GENERATED ALWAYS AS (COALESCE(('team:'::text || team_id), ('user:'::text || user_id))) STORED,
  CONSTRAINT labels_pkey PRIMARY KEY (id),
  CONSTRAINT labels_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 40))),
  CONSTRAINT labels_owner_check CHECK ((num_nonnulls(user_id, team_id) = 1))
);
CREATE INDEX labels_team_id_idx ON public.labels USING btree (team_id);
CREATE INDEX labels_user_id_idx ON public.labels USING btree (user_id);
CREATE UNIQUE INDEX labels_scope_name_key ON public.labels USING btree (scope, lower(name));

CREATE TABLE library_ceilings (
  library text NOT NULL,
  reached_at timestamp with time zone NOT NULL,
  most integer NOT NULL,
  CONSTRAINT library_ceilings_pkey PRIMARY KEY (library)
);

CREATE TABLE mails (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  recipient text NOT NULL,
  subject text,
  text text,
  html text,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  due_at timestamp with time zone DEFAULT now(),
  tries smallint NOT NULL DEFAULT 0,
  is_slow boolean NOT NULL DEFAULT false,
  sent_at timestamp with time zone,
  error text,
  CONSTRAINT mails_pkey PRIMARY KEY (id),
  CONSTRAINT mails_recipient_check CHECK ((recipient <> ''::text)),
  CONSTRAINT mails_waiting_check CHECK ((((due_at IS NULL) = (text IS NULL)) AND ((sent_at IS NULL) OR (due_at IS NULL))))
);
CREATE INDEX mails_created_at_idx ON public.mails USING btree (created_at);
CREATE INDEX mails_due_idx ON public.mails USING btree (is_slow, due_at) WHERE (due_at IS NOT NULL);
CREATE INDEX mails_recipient_idx ON public.mails USING btree (lower(recipient));

CREATE TABLE notifications (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  user_id text NOT NULL,
  rule_id bigint,
  type text NOT NULL,
  company_name text,
  title text NOT NULL,
  body text NOT NULL,
  ad_hashes text[] NOT NULL,
  data jsonb NOT NULL,
  in_inbox boolean NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  read_at timestamp with time zone,
  CONSTRAINT notifications_pkey PRIMARY KEY (id),
  CONSTRAINT notifications_type_check CHECK ((type <> ''::text))
);
CREATE INDEX notifications_created_at_idx ON public.notifications USING btree (created_at);
CREATE INDEX notifications_inbox_idx ON public.notifications USING btree (user_id, id DESC) WHERE in_inbox;
CREATE INDEX notifications_read_idx ON public.notifications USING btree (created_at) WHERE (read_at IS NOT NULL);
CREATE INDEX notifications_rule_id_idx ON public.notifications USING btree (rule_id);
CREATE INDEX notifications_sent_idx ON public.notifications USING btree (created_at) WHERE (NOT in_inbox);
CREATE INDEX notifications_unread_idx ON public.notifications USING btree (user_id, id DESC) WHERE (in_inbox AND (read_at IS NULL));
CREATE INDEX notifications_user_id_idx ON public.notifications USING btree (user_id, id);

CREATE TABLE open_recordings (
  recording bigint NOT NULL,
  holder integer NOT NULL,
  keys bigint[] NOT NULL,
  CONSTRAINT open_recordings_pkey PRIMARY KEY (recording)
);

CREATE TABLE outdated_saved_ads (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  ad_hash text COLLATE "C" NOT NULL,
  CONSTRAINT outdated_saved_ads_pkey PRIMARY KEY (id)
);

CREATE TABLE recordings (
  id boolean NOT NULL DEFAULT true,
  newest bigint NOT NULL,
  ads bigint,
  verified_at timestamp with time zone,
  CONSTRAINT recordings_pkey PRIMARY KEY (id),
  CONSTRAINT recordings_id_check CHECK (id)
);

CREATE TABLE report_subscriptions (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  user_id text NOT NULL,
  advertiser_id bigint,
  company_name text,
  board_id bigint,
  weekday smallint NOT NULL,
  by_mail boolean NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  mailed_for timestamp with time zone,
  mailed_at timestamp with time zone,
  CONSTRAINT report_subscriptions_pkey PRIMARY KEY (id),
  CONSTRAINT report_subscriptions_subject_check CHECK ((((board_id IS NULL) <> (company_name IS NULL)) AND ((company_name IS NULL) = (advertiser_id IS NULL)))),
  CONSTRAINT report_subscriptions_user_id_advertiser_id_key UNIQUE (user_id, advertiser_id),
  CONSTRAINT report_subscriptions_user_id_board_id_key UNIQUE (user_id, board_id),
  CONSTRAINT report_subscriptions_weekday_check CHECK (((weekday >= 1) AND (weekday <= 7)))
);
CREATE INDEX report_subscriptions_board_id_idx ON public.report_subscriptions USING btree (board_id);

CREATE TABLE rule_advertisers (
  advertiser_id bigint NOT NULL,
  rule_id bigint NOT NULL,
  CONSTRAINT rule_advertisers_pkey PRIMARY KEY (advertiser_id, rule_id)
);
CREATE INDEX rule_advertisers_rule_id_idx ON public.rule_advertisers USING btree (rule_id);

CREATE TABLE rule_firings (
  rule_id bigint NOT NULL,
  event text NOT NULL,
  ad_hash text COLLATE "C" NOT NULL,
  advertiser_id bigint NOT NULL,
  company_name text NOT NULL,
  happened_at timestamp with time zone NOT NULL,
  fired_at timestamp with time zone NOT NULL DEFAULT now(),
  landing_page text,
  reach double precision,
  told boolean NOT NULL DEFAULT false,
  claims text,
  CONSTRAINT rule_firings_pkey PRIMARY KEY (rule_id, event, ad_hash),
  CONSTRAINT rule_firings_ad_hash_check CHECK ((ad_hash ~ '^[0-9a-f]{32}$'::text))
);
CREATE INDEX rule_firings_untold_idx ON public.rule_firings USING btree (rule_id) WHERE (NOT told);

CREATE TABLE rules (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  user_id text NOT NULL,
  name text NOT NULL,
  enabled boolean NOT NULL DEFAULT true,
  event text NOT NULL,
  is_for_followed boolean NOT NULL,
  company_names text[] NOT NULL,
  platforms text[] NOT NULL,
  keywords text[] NOT NULL,
  threshold double precision,
  frequency text NOT NULL,
  channels jsonb NOT NULL,
  last_fired_at timestamp with time zone,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  updated_at timestamp with time zone NOT NULL DEFAULT now(),
  times_usual double precision NOT NULL DEFAULT 3,
  CONSTRAINT rules_pkey PRIMARY KEY (id),
  CONSTRAINT rules_companies_check CHECK (((NOT is_for_followed) OR (company_names = '{}'::text[]))),
  CONSTRAINT rules_event_check CHECK ((event = ANY (ARRAY['new_ads'::text, 'ad_stopped'::text, 'reach_above'::text, 'landing_page_new'::text, 'copy_matches'::text, 'momentum'::text, 'claim'::text]))),
  CONSTRAINT rules_frequency_check CHECK ((frequency = ANY (ARRAY['instant'::text, 'daily'::text, 'weekly'::text]))),
  CONSTRAINT rules_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 120))),
  CONSTRAINT rules_threshold_check CHECK ((threshold >= (0)::double precision)),
  CONSTRAINT rules_times_usual_check CHECK ((times_usual >= (1)::double precision))
);
CREATE INDEX rules_any_advertiser_idx ON public.rules USING btree (id) WHERE ((NOT is_for_followed) AND (company_names = '{}'::text[]));
CREATE INDEX rules_user_id_idx ON public.rules USING btree (user_id);

CREATE TABLE saved_ad_counts (
  scope text NOT NULL,
  digest uuid NOT NULL,
  is_partnership boolean NOT NULL,
  format text NOT NULL,
  language text,
  ad_type text,
  platforms text[] NOT NULL,
  ads bigint NOT NULL,
  CONSTRAINT saved_ad_counts_pkey PRIMARY KEY (scope, digest)
);

CREATE TABLE saved_ad_labels (
  saved_ad_id bigint NOT NULL,
  label_id bigint NOT NULL,
  CONSTRAINT saved_ad_labels_pkey PRIMARY KEY (saved_ad_id, label_id)
);
CREATE INDEX saved_ad_labels_label_id_idx ON public.saved_ad_labels USING btree (label_id);

CREATE TABLE saved_ad_snapshots (
  saved_ad_id bigint NOT NULL,
  ad jsonb NOT NULL,
  measured jsonb,
  CONSTRAINT saved_ad_snapshots_pkey PRIMARY KEY (saved_ad_id)
);

CREATE TABLE saved_ad_values (
  scope text NOT NULL,
  filter text NOT NULL,
  label text COLLATE "C" NOT NULL,
  value text COLLATE "C" NOT NULL,
  ads bigint NOT NULL,
  digest uuid NOT NULL GENERATED ALWAYS AS ((md5(((label || chr(10)) || value)))::uuid) STORED,
  CONSTRAINT saved_ad_values_pkey PRIMARY KEY (scope, filter, digest)
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
  stage text,
  days_key double precision NOT NULL DEFAULT 'Infinity'::double precision,
  CONSTRAINT saved_ads_pkey PRIMARY KEY (id),
  CONSTRAINT saved_ads_ad_hash_check CHECK ((ad_hash ~ '^[0-9a-f]{32}$'::text)),
  CONSTRAINT saved_ads_note_check CHECK ((char_length(note) <= 5000)),
  CONSTRAINT saved_ads_owner_check CHECK ((num_nonnulls(user_id, team_id) = 1)),
  CONSTRAINT saved_ads_scope_ad_hash_key UNIQUE (scope, ad_hash),
  CONSTRAINT saved_ads_stage_check CHECK ((stage = ANY (ARRAY['to_review'::text, 'shortlisted'::text, 'in_production'::text, 'done'::text])))
);
CREATE INDEX saved_ads_ad_hash_idx ON public.saved_ads USING btree (ad_hash);
CREATE INDEX saved_ads_advertiser_idx ON public.saved_ads USING btree (advertiser_id, scope);
CREATE INDEX saved_ads_comments_idx ON public.saved_ads USING btree (scope, comments_key, ad_hash);
CREATE INDEX saved_ads_date_idx ON public.saved_ads USING btree (scope, date_key, ad_hash);
CREATE INDEX saved_ads_days_idx ON public.saved_ads USING btree (scope, days_key, ad_hash);
CREATE INDEX saved_ads_incomplete_idx ON public.saved_ads USING btree (id) WHERE incomplete;
CREATE INDEX saved_ads_likes_idx ON public.saved_ads USING btree (scope, likes_key, ad_hash);
CREATE INDEX saved_ads_recommended_idx ON public.saved_ads USING btree (scope, recommended, ad_hash);
CREATE INDEX saved_ads_search_idx ON public.saved_ads USING gin (scope, search_text gin_trgm_ops, platforms, cta_labels) WITH (gin_pending_list_limit='256');
CREATE INDEX saved_ads_stage_idx ON public.saved_ads USING btree (scope, stage) WHERE (stage IS NOT NULL);
CREATE INDEX saved_ads_team_id_idx ON public.saved_ads USING btree (team_id);
CREATE INDEX saved_ads_user_id_idx ON public.saved_ads USING btree (user_id);
CREATE INDEX saved_ads_views_idx ON public.saved_ads USING btree (scope, views_key, ad_hash);

CREATE TABLE saved_searches (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  user_id text NOT NULL,
  name text NOT NULL,
  filters jsonb NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  updated_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT saved_searches_pkey PRIMARY KEY (id),
  CONSTRAINT saved_searches_filters_check CHECK ((jsonb_typeof(filters) = 'object'::text)),
  CONSTRAINT saved_searches_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 120)))
);
CREATE UNIQUE INDEX saved_searches_user_id_name_key ON public.saved_searches USING btree (user_id, lower(name));

CREATE TABLE schema_migrations (
  version integer NOT NULL,
  name text NOT NULL,
  checksum text NOT NULL,
  applied_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT schema_migrations_pkey PRIMARY KEY (version)
);

CREATE TABLE sessions (
  id text NOT NULL,
  user_id text NOT NULL,
  token_sha256 bytea NOT NULL,
  address text,
  user_agent text,
  by_link boolean NOT NULL DEFAULT false,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  updated_at timestamp with time zone NOT NULL DEFAULT now(),
  last_used_at timestamp with time zone NOT NULL DEFAULT now(),
  expires_at timestamp with time zone NOT NULL,
  CONSTRAINT sessions_pkey PRIMARY KEY (id),
  CONSTRAINT sessions_id_check CHECK ((id <> ''::text)),
  CONSTRAINT sessions_token_sha256_check CHECK ((octet_length(token_sha256) = 32)),
  CONSTRAINT sessions_token_sha256_key UNIQUE (token_sha256)
);
CREATE INDEX sessions_expires_at_idx ON public.sessions USING btree (expires_at);
CREATE INDEX sessions_user_id_idx ON public.sessions USING btree (user_id);

CREATE TABLE shared_reports (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  user_id text NOT NULL,
  board_id bigint,
  report jsonb NOT NULL,
  has_page boolean NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  expires_at timestamp with time zone NOT NULL,
  CONSTRAINT shared_reports_pkey PRIMARY KEY (id)
);
CREATE INDEX shared_reports_board_id_idx ON public.shared_reports USING btree (board_id);
CREATE INDEX shared_reports_expires_at_idx ON public.shared_reports USING btree (expires_at);
CREATE INDEX shared_reports_user_id_idx ON public.shared_reports USING btree (user_id);

CREATE TABLE sign_in_links (
  token_sha256 bytea NOT NULL,
  user_id text NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  expires_at timestamp with time zone NOT NULL,
  used_at timestamp with time zone,
  CONSTRAINT sign_in_links_pkey PRIMARY KEY (token_sha256),
  CONSTRAINT sign_in_links_token_sha256_check CHECK ((octet_length(token_sha256) = 32))
);
CREATE INDEX sign_in_links_user_id_idx ON public.sign_in_links USING btree (user_id);

CREATE TABLE sign_in_methods (
  id text NOT NULL,
  user_id text NOT NULL,
  provider text NOT NULL,
  account text NOT NULL,
  password text,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  updated_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT sign_in_methods_pkey PRIMARY KEY (id),
  CONSTRAINT sign_in_methods_account_check CHECK ((account <> ''::text)),
  CONSTRAINT sign_in_methods_id_check CHECK ((id <> ''::text)),
  CONSTRAINT sign_in_methods_password_check CHECK (((provider = 'credential'::text) = (password IS NOT NULL))),
  CONSTRAINT sign_in_methods_provider_account_key UNIQUE (provider, account),
  CONSTRAINT sign_in_methods_provider_check CHECK ((provider <> ''::text))
);
CREATE INDEX sign_in_methods_user_id_idx ON public.sign_in_methods USING btree (user_id);

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

CREATE TABLE studio_files (
  key text NOT NULL,
  mime_type text NOT NULL,
  bytes bigint NOT NULL,
  delete_at timestamp with time zone DEFAULT (now() + '01:00:00'::interval),
  CONSTRAINT studio_files_pkey PRIMARY KEY (key),
  CONSTRAINT studio_files_bytes_check CHECK ((bytes >= 0)),
  CONSTRAINT studio_files_key_check CHECK ((key ~ '^studio/[0-9a-f]{2}/[0-9a-f]{32}$'::text))
);
CREATE INDEX studio_files_delete_at_idx ON public.studio_files USING btree (delete_at) WHERE (delete_at IS NOT NULL);

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
CREATE UNIQUE INDEX team_members_invited_key ON public.team_members USING btree (team_id, lower(email)) WHERE (joined_at IS NULL);

CREATE TABLE teams (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  name text NOT NULL,
  slug text NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  updated_at timestamp with time zone NOT NULL DEFAULT now(),
  logo bytea,
  CONSTRAINT teams_pkey PRIMARY KEY (id),
  CONSTRAINT teams_logo_check CHECK (((octet_length(logo) >= 1) AND (octet_length(logo) <= 65536))),
  CONSTRAINT teams_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 120))),
  CONSTRAINT teams_slug_key UNIQUE (slug)
);

CREATE TABLE text_tags (
  text_hash text NOT NULL,
  tags jsonb NOT NULL,
  model text NOT NULL,
  asked_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT text_tags_pkey PRIMARY KEY (text_hash)
);

CREATE TABLE untold_imports (
  id text NOT NULL,
  last_recorded_at timestamp with time zone NOT NULL DEFAULT now(),
  ended_at timestamp with time zone,
  CONSTRAINT untold_imports_pkey PRIMARY KEY (id),
  CONSTRAINT untold_imports_id_check CHECK ((id <> ''::text))
);

CREATE TABLE untold_recordings (
  recording bigint NOT NULL,
  import_id text NOT NULL,
  CONSTRAINT untold_recordings_pkey PRIMARY KEY (recording)
);
CREATE INDEX untold_recordings_import_id_idx ON public.untold_recordings USING btree (import_id);

CREATE TABLE users (
  id text NOT NULL,
  email text NOT NULL,
  name text,
  email_verified boolean NOT NULL DEFAULT false,
  image text,
  is_owner boolean NOT NULL DEFAULT false,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  updated_at timestamp with time zone NOT NULL DEFAULT now(),
  logo bytea,
  CONSTRAINT users_pkey PRIMARY KEY (id),
  CONSTRAINT users_email_check CHECK ((email <> ''::text)),
  CONSTRAINT users_id_check CHECK ((id <> ''::text)),
  CONSTRAINT users_logo_check CHECK (((octet_length(logo) >= 1) AND (octet_length(logo) <= 65536)))
);
CREATE UNIQUE INDEX users_email_key ON public.users USING btree (lower(email));

CREATE TABLE verifications (
  id text NOT NULL,
  identifier text NOT NULL,
  value text NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  updated_at timestamp with time zone NOT NULL DEFAULT now(),
  expires_at timestamp with time zone NOT NULL,
  CONSTRAINT verifications_pkey PRIMARY KEY (id),
  CONSTRAINT verifications_id_check CHECK ((id <> ''::text))
);
CREATE INDEX verifications_expires_at_idx ON public.verifications USING btree (expires_at);
CREATE INDEX verifications_identifier_idx ON public.verifications USING btree (identifier);

CREATE TABLE visitor_salts (
  day date NOT NULL,
  salt bytea NOT NULL,
  CONSTRAINT visitor_salts_pkey PRIMARY KEY (day),
  CONSTRAINT visitor_salts_salt_check CHECK ((octet_length(salt) = 32))
);

CREATE TABLE webhook_attempts (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  delivery_id bigint NOT NULL,
  at timestamp with time zone NOT NULL,
  http_status integer,
  error text,
  milliseconds integer NOT NULL,
  CONSTRAINT webhook_attempts_pkey PRIMARY KEY (id),
  CONSTRAINT webhook_attempts_milliseconds_check CHECK ((milliseconds >= 0))
);
CREATE INDEX webhook_attempts_delivery_id_idx ON public.webhook_attempts USING btree (delivery_id, id DESC);

CREATE TABLE webhook_deliveries (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  webhook_id bigint NOT NULL,
  message_id text NOT NULL DEFAULT ('msg_'::text || replace((gen_random_uuid())::text, '-'::text, ''::text)),
  notification_id bigint,
  type text NOT NULL,
  payload text NOT NULL,
  status text NOT NULL DEFAULT 'waiting'::text,
  tries integer NOT NULL DEFAULT 0,
  first_tried_at timestamp with time zone,
  next_attempt_at timestamp with time zone,
  delivered_at timestamp with time zone,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT webhook_deliveries_pkey PRIMARY KEY (id),
  CONSTRAINT webhook_deliveries_message_id_key UNIQUE (message_id),
  CONSTRAINT webhook_deliveries_next_check CHECK (((next_attempt_at IS NULL) OR (status = 'waiting'::text))),
  CONSTRAINT webhook_deliveries_status_check CHECK ((status = ANY (ARRAY['waiting'::text, 'delivered'::text, 'failed'::text]))),
  CONSTRAINT webhook_deliveries_tries_check CHECK ((tries >= 0)),
  CONSTRAINT webhook_deliveries_type_check CHECK ((type <> ''::text))
);
CREATE INDEX webhook_deliveries_created_at_idx ON public.webhook_deliveries USING btree (created_at);
CREATE INDEX webhook_deliveries_log_idx ON public.webhook_deliveries USING btree (webhook_id, id DESC);
CREATE INDEX webhook_deliveries_notification_id_idx ON public.webhook_deliveries USING btree (notification_id);
CREATE INDEX webhook_deliveries_waiting_idx ON public.webhook_deliveries USING btree (webhook_id, id) WHERE (status = 'waiting'::text);

CREATE TABLE webhooks (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  user_id text NOT NULL,
  url text NOT NULL,
  secret text NOT NULL,
  enabled boolean NOT NULL DEFAULT true,
  disabled_reason text,
  failing_since timestamp with time zone,
  failures integer NOT NULL DEFAULT 0,
  last_delivered_at timestamp with time zone,
  standing text NOT NULL DEFAULT 'untried'::text,
  due_at timestamp with time zone,
  paused_until timestamp with time zone,
  claimed_until timestamp with time zone,
  claim bigint NOT NULL DEFAULT 0,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  updated_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT webhooks_pkey PRIMARY KEY (id),
  CONSTRAINT webhooks_disabled_check CHECK ((enabled = (disabled_reason IS NULL))),
  CONSTRAINT webhooks_failures_check CHECK ((failures >= 0)),
  CONSTRAINT webhooks_secret_check CHECK ((secret ~ '^whsec_[A-Za-z0-9+/=]{32,}$'::text)),
  CONSTRAINT webhooks_standing_check CHECK ((standing = ANY (ARRAY['untried'::text, 'quick'::text, 'slow'::text]))),
  CONSTRAINT webhooks_url_check CHECK (((char_length(url) >= 1) AND (char_length(url) <= 2048)))
);
CREATE INDEX webhooks_due_idx ON public.webhooks USING btree (standing, due_at) WHERE (enabled AND (due_at IS NOT NULL));
CREATE UNIQUE INDEX webhooks_address_idx ON public.webhooks USING btree (user_id, md5(url));

ALTER TABLE acts ADD CONSTRAINT acts_actor_id_fkey FOREIGN KEY (actor_id) REFERENCES users(id) ON DELETE SET NULL;
ALTER TABLE ai_images ADD CONSTRAINT ai_images_author_id_fkey FOREIGN KEY (author_id) REFERENCES users(id) ON DELETE RESTRICT;
ALTER TABLE ai_images ADD CONSTRAINT ai_images_file_key_fkey FOREIGN KEY (file_key) REFERENCES studio_files(key);
ALTER TABLE ai_images ADD CONSTRAINT ai_images_product_id_fkey FOREIGN KEY (product_id) REFERENCES clone_products(id) ON DELETE SET NULL;
ALTER TABLE ai_images ADD CONSTRAINT ai_images_team_id_fkey FOREIGN KEY (team_id) REFERENCES teams(id) ON DELETE RESTRICT;
ALTER TABLE ai_images ADD CONSTRAINT ai_images_thumbnail_key_fkey FOREIGN KEY (thumbnail_key) REFERENCES studio_files(key);
ALTER TABLE api_keys ADD CONSTRAINT api_keys_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
ALTER TABLE app_tokens ADD CONSTRAINT app_tokens_app_id_fkey FOREIGN KEY (app_id) REFERENCES connected_apps(id) ON DELETE CASCADE;
ALTER TABLE authorization_codes ADD CONSTRAINT authorization_codes_app_id_fkey FOREIGN KEY (app_id) REFERENCES connected_apps(id) ON DELETE CASCADE;
ALTER TABLE board_ads ADD CONSTRAINT board_ads_board_id_fkey FOREIGN KEY (board_id) REFERENCES boards(id) ON DELETE CASCADE;
ALTER TABLE board_ads ADD CONSTRAINT board_ads_saved_ad_id_fkey FOREIGN KEY (saved_ad_id) REFERENCES saved_ads(id) ON DELETE CASCADE;
ALTER TABLE board_visitors ADD CONSTRAINT board_visitors_board_id_fkey FOREIGN KEY (board_id) REFERENCES boards(id) ON DELETE CASCADE;
ALTER TABLE boards ADD CONSTRAINT boards_author_id_fkey FOREIGN KEY (author_id) REFERENCES users(id) ON DELETE CASCADE;
ALTER TABLE boards ADD CONSTRAINT boards_parent_board_id_fkey FOREIGN KEY (parent_board_id) REFERENCES boards(id) ON DELETE SET NULL;
ALTER TABLE boards ADD CONSTRAINT boards_team_id_fkey FOREIGN KEY (team_id) REFERENCES teams(id) ON DELETE RESTRICT;
ALTER TABLE brand_images ADD CONSTRAINT brand_images_author_id_fkey FOREIGN KEY (author_id) REFERENCES users(id) ON DELETE RESTRICT;
ALTER TABLE brand_images ADD CONSTRAINT brand_images_file_key_fkey FOREIGN KEY (file_key) REFERENCES studio_files(key);
ALTER TABLE brand_images ADD CONSTRAINT brand_images_product_id_fkey FOREIGN KEY (product_id) REFERENCES clone_products(id) ON DELETE SET NULL;
ALTER TABLE brand_images ADD CONSTRAINT brand_images_team_id_fkey FOREIGN KEY (team_id) REFERENCES teams(id) ON DELETE RESTRICT;
ALTER TABLE brand_images ADD CONSTRAINT brand_images_thumbnail_key_fkey FOREIGN KEY (thumbnail_key) REFERENCES studio_files(key);
ALTER TABLE clone_products ADD CONSTRAINT clone_products_author_id_fkey FOREIGN KEY (author_id) REFERENCES users(id) ON DELETE RESTRICT;
ALTER TABLE clone_products ADD CONSTRAINT clone_products_team_id_fkey FOREIGN KEY (team_id) REFERENCES teams(id) ON DELETE RESTRICT;
ALTER TABLE comments ADD CONSTRAINT comments_author_id_fkey FOREIGN KEY (author_id) REFERENCES users(id) ON DELETE SET NULL;
ALTER TABLE comments ADD CONSTRAINT comments_saved_ad_id_fkey FOREIGN KEY (saved_ad_id) REFERENCES saved_ads(id) ON DELETE CASCADE;
ALTER TABLE connected_apps ADD CONSTRAINT connected_apps_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
ALTER TABLE first_follow_rules ADD CONSTRAINT first_follow_rules_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
ALTER TABLE follows ADD CONSTRAINT follows_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
ALTER TABLE invitations ADD CONSTRAINT invitations_invited_by_fkey FOREIGN KEY (invited_by) REFERENCES users(id) ON DELETE SET NULL;
ALTER TABLE invitations ADD CONSTRAINT invitations_team_id_fkey FOREIGN KEY (team_id) REFERENCES teams(id) ON DELETE SET NULL;
ALTER TABLE invite_links ADD CONSTRAINT invite_links_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id) ON DELETE SET NULL;
ALTER TABLE invite_links ADD CONSTRAINT invite_links_team_id_fkey FOREIGN KEY (team_id) REFERENCES teams(id) ON DELETE CASCADE;
ALTER TABLE kept_media ADD CONSTRAINT kept_media_saved_ad_id_fkey FOREIGN KEY (saved_ad_id) REFERENCES saved_ads(id) ON DELETE CASCADE;
ALTER TABLE kept_media ADD CONSTRAINT kept_media_sha256_fkey FOREIGN KEY (sha256) REFERENCES kept_files(sha256);
ALTER TABLE labels ADD CONSTRAINT labels_team_id_fkey FOREIGN KEY (team_id) REFERENCES teams(id) ON DELETE CASCADE;
ALTER TABLE labels ADD CONSTRAINT labels_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
ALTER TABLE notifications ADD CONSTRAINT notifications_rule_id_fkey FOREIGN KEY (rule_id) REFERENCES rules(id) ON DELETE SET NULL;
ALTER TABLE notifications ADD CONSTRAINT notifications_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
ALTER TABLE report_subscriptions ADD CONSTRAINT report_subscriptions_board_id_fkey FOREIGN KEY (board_id) REFERENCES boards(id) ON DELETE CASCADE;
ALTER TABLE report_subscriptions ADD CONSTRAINT report_subscriptions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
ALTER TABLE rule_advertisers ADD CONSTRAINT rule_advertisers_rule_id_fkey FOREIGN KEY (rule_id) REFERENCES rules(id) ON DELETE CASCADE;
ALTER TABLE rule_firings ADD CONSTRAINT rule_firings_rule_id_fkey FOREIGN KEY (rule_id) REFERENCES rules(id) ON DELETE CASCADE;
ALTER TABLE rules ADD CONSTRAINT rules_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
ALTER TABLE saved_ad_labels ADD CONSTRAINT saved_ad_labels_label_id_fkey FOREIGN KEY (label_id) REFERENCES labels(id) ON DELETE CASCADE;
ALTER TABLE saved_ad_labels ADD CONSTRAINT saved_ad_labels_saved_ad_id_fkey FOREIGN KEY (saved_ad_id) REFERENCES saved_ads(id) ON DELETE CASCADE;
ALTER TABLE saved_ad_snapshots ADD CONSTRAINT saved_ad_snapshots_saved_ad_id_fkey FOREIGN KEY (saved_ad_id) REFERENCES saved_ads(id) ON DELETE CASCADE;
ALTER TABLE saved_ads ADD CONSTRAINT saved_ads_team_id_fkey FOREIGN KEY (team_id) REFERENCES teams(id) ON DELETE RESTRICT;
ALTER TABLE saved_ads ADD CONSTRAINT saved_ads_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
ALTER TABLE saved_searches ADD CONSTRAINT saved_searches_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
ALTER TABLE sessions ADD CONSTRAINT sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
ALTER TABLE shared_reports ADD CONSTRAINT shared_reports_board_id_fkey FOREIGN KEY (board_id) REFERENCES boards(id) ON DELETE CASCADE;
ALTER TABLE shared_reports ADD CONSTRAINT shared_reports_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
ALTER TABLE sign_in_links ADD CONSTRAINT sign_in_links_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
ALTER TABLE sign_in_methods ADD CONSTRAINT sign_in_methods_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
ALTER TABLE team_members ADD CONSTRAINT team_members_team_id_fkey FOREIGN KEY (team_id) REFERENCES teams(id) ON DELETE CASCADE;
ALTER TABLE team_members ADD CONSTRAINT team_members_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
ALTER TABLE untold_recordings ADD CONSTRAINT untold_recordings_import_id_fkey FOREIGN KEY (import_id) REFERENCES untold_imports(id) ON DELETE CASCADE;
ALTER TABLE webhook_attempts ADD CONSTRAINT webhook_attempts_delivery_id_fkey FOREIGN KEY (delivery_id) REFERENCES webhook_deliveries(id) ON DELETE CASCADE;
ALTER TABLE webhook_deliveries ADD CONSTRAINT webhook_deliveries_notification_id_fkey FOREIGN KEY (notification_id) REFERENCES notifications(id) ON DELETE SET NULL;
ALTER TABLE webhook_deliveries ADD CONSTRAINT webhook_deliveries_webhook_id_fkey FOREIGN KEY (webhook_id) REFERENCES webhooks(id) ON DELETE CASCADE;
ALTER TABLE webhooks ADD CONSTRAINT webhooks_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;

CREATE EXTENSION IF NOT EXISTS btree_gin;

CREATE EXTENSION IF NOT EXISTS pg_trgm;

CREATE OR REPLACE FUNCTION public.count_changed_ads()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  unused tid[];
BEGIN
  WITH counted AS (
    INSERT INTO saved_ad_counts AS known (scope, digest, is_partnership, format, language, ad_type, platforms, ads)
    SELECT given.scope, saved_digest(given.is_partnership, given.format, given.language, given.ad_type, given.platforms),
      given.is_partnership, given.format, given.language, given.ad_type, given.platforms, sum(given.ads)
    FROM former JOIN changed USING (id), LATERAL (VALUES
      (former.scope, former.is_partnership, former.format, former.language, former.ad_type, former.platforms, -1),
      (changed.scope, changed.is_partnership, changed.format, changed.language, changed.ad_type, changed.platforms, 1)
    ) AS given (scope, is_partnership, format, language, ad_type, platforms, ads)
    WHERE (former.scope, former.is_partnership, former.format, former.language, former.ad_type, former.platforms)
      IS DISTINCT FROM
      (changed.scope, changed.is_partnership, changed.format, changed.language, changed.ad_type, changed.platforms)
    GROUP BY given.scope, given.is_partnership, given.format, given.language, given.ad_type, given.platforms
    HAVING sum(given.ads) <> 0
    ORDER BY 1, 2
    ON CONFLICT (scope, digest) DO UPDATE SET ads = known.ads + excluded.ads
    RETURNING known.ctid, known.ads
  )
  SELECT array_agg(counted.ctid) INTO unused FROM counted WHERE counted.ads = 0;
  DELETE FROM saved_ad_counts WHERE ctid = ANY (unused);
  RETURN NULL;
END
$function$
;

CREATE OR REPLACE FUNCTION public.count_changed_values()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  unused tid[];
BEGIN
  WITH counted AS (
    INSERT INTO saved_ad_values AS known (scope, filter, label, value, ads)
    SELECT given.scope, given.filter, given.label, given.value, sum(given.ads)
    FROM former JOIN changed USING (id), LATERAL (
      SELECT former.scope, before.filter, before.label, before.value, -1 AS ads
      FROM saved_values(
        former.platforms, former.format, former.ad_type, former.language, former.cta_labels,
        former.cta, former.advertiser_id, former.company_name) AS before
      UNION ALL
      SELECT changed.scope, after.filter, after.label, after.value, 1
      FROM saved_values(
        changed.platforms, changed.format, changed.ad_type, changed.language, changed.cta_labels,
        changed.cta, changed.advertiser_id, changed.company_name) AS after
    ) AS given
    WHERE (former.scope, former.platforms, former.format, former.ad_type, former.language, former.cta_labels,
      former.cta, former.advertiser_id, former.company_name)
      IS DISTINCT FROM (changed.scope, changed.platforms, changed.format, changed.ad_type, changed.language, changed.cta_labels,
      changed.cta, changed.advertiser_id, changed.company_name)
    GROUP BY 1, 2, 3, 4
    HAVING sum(given.ads) <> 0
    ORDER BY 1, 2, 3, 4
    ON CONFLICT (scope, filter, digest) DO UPDATE SET ads = known.ads + excluded.ads
    RETURNING known.ctid, known.ads
  )
  SELECT array_agg(counted.ctid) INTO unused FROM counted WHERE counted.ads = 0;
  DELETE FROM saved_ad_values WHERE ctid = ANY (unused);
  RETURN NULL;
END
$function$
;

CREATE OR REPLACE FUNCTION public.count_saved_ads()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  unused tid[];
BEGIN
  WITH counted AS (
    INSERT INTO saved_ad_counts AS known (scope, digest, is_partnership, format, language, ad_type, platforms, ads)
    SELECT scope, saved_digest(is_partnership, format, language, ad_type, platforms),
      is_partnership, format, language, ad_type, platforms, count(*) * TG_ARGV[0]::bigint
    FROM changed
    GROUP BY scope, is_partnership, format, language, ad_type, platforms
    ORDER BY 1, 2
    ON CONFLICT (scope, digest) DO UPDATE SET ads = known.ads + excluded.ads
    RETURNING known.ctid, known.ads
  )
  SELECT array_agg(counted.ctid) INTO unused FROM counted WHERE counted.ads = 0;
  DELETE FROM saved_ad_counts WHERE ctid = ANY (unused);
  RETURN NULL;
END
$function$
;

CREATE OR REPLACE FUNCTION public.count_saved_values()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  unused tid[];
BEGIN
  WITH counted AS (
    INSERT INTO saved_ad_values AS known (scope, filter, label, value, ads)
    SELECT changed.scope, given.filter, given.label, given.value, count(*) * TG_ARGV[0]::bigint
    FROM changed, LATERAL saved_values(
      changed.platforms, changed.format, changed.ad_type, changed.language, changed.cta_labels,
      changed.cta, changed.advertiser_id, changed.company_name) AS given
    GROUP BY 1, 2, 3, 4
    ORDER BY 1, 2, 3, 4
    ON CONFLICT (scope, filter, digest) DO UPDATE SET ads = known.ads + excluded.ads
    RETURNING known.ctid, known.ads
  )
  SELECT array_agg(counted.ctid) INTO unused FROM counted WHERE counted.ads = 0;
  DELETE FROM saved_ad_values WHERE ctid = ANY (unused);
  RETURN NULL;
END
$function$
;

CREATE OR REPLACE FUNCTION public.saved_digest(is_partnership boolean, format text, language text, ad_type text, platforms text[])
 RETURNS uuid
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  SELECT md5(jsonb_build_array(is_partnership, format, language, ad_type, platforms)::text)::uuid
$function$
;

CREATE OR REPLACE FUNCTION public.saved_values(platforms text[], format text, ad_type text, language text, cta_labels text[], cta text, advertiser_id bigint, company_name text)
 RETURNS TABLE(filter text, label text, value text)
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  SELECT 'platforms', platform, platform FROM unnest(platforms) AS platform
  UNION ALL
  SELECT single.filter, single.label, single.value
  FROM (VALUES
    ('formats', format, format),
    ('adTypes', ad_type, ad_type),
    ('languages', language, language),
    ('ctaTypes', cta_labels[1], cta),
    ('companyNames', advertiser_id::text, company_name)
  ) AS single (filter, label, value)
  WHERE single.label IS NOT NULL AND single.value IS NOT NULL
$function$
;

CREATE TRIGGER saved_ads_deleted AFTER DELETE ON public.saved_ads REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_saved_values('-1');

CREATE TRIGGER saved_ads_deleted_count AFTER DELETE ON public.saved_ads REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_saved_ads('-1');

CREATE TRIGGER saved_ads_inserted AFTER INSERT ON public.saved_ads REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_saved_values('1');

CREATE TRIGGER saved_ads_inserted_count AFTER INSERT ON public.saved_ads REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_saved_ads('1');

CREATE TRIGGER saved_ads_updated AFTER UPDATE ON public.saved_ads REFERENCING OLD TABLE AS former NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_changed_values();

CREATE TRIGGER saved_ads_updated_count AFTER UPDATE ON public.saved_ads REFERENCING OLD TABLE AS former NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_changed_ads();
