-- Products, pictures of brands, images that were made, and their files.

CREATE TABLE clone_products (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  author_id text NOT NULL REFERENCES users ON DELETE RESTRICT,
  team_id bigint REFERENCES teams ON DELETE RESTRICT,
  scope text NOT NULL GENERATED ALWAYS AS (coalesce('team:' || team_id::text, 'user:' || author_id)) STORED,
  name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 120),
  url text,
  description text,
  price double precision CHECK (price >= 0),
  currency text CHECK (currency ~ '^[A-Z]{3}$'),
  brand_name text,
  logo_url text,
  images text[] NOT NULL DEFAULT '{}',
  colors text[] NOT NULL DEFAULT '{}',
  selling_points text[] NOT NULL DEFAULT '{}',
  audience text,
  tone text,
  is_default boolean NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);

CREATE INDEX clone_products_scope_idx ON clone_products (scope, id);
CREATE INDEX clone_products_author_id_idx ON clone_products (author_id);
CREATE INDEX clone_products_team_id_idx ON clone_products (team_id);
-- Never two of a scope; that there is one where there are any is for the writer to see to.
CREATE UNIQUE INDEX clone_products_default_key ON clone_products (scope) WHERE is_default;

-- Every file is noted before it is written. One that nothing refers to, an hour later, is deleted: what a process left
-- that was killed, and what was deleted while the storage was away.
CREATE TABLE studio_files (
  key text PRIMARY KEY CHECK (key ~ '^studio/[0-9a-f]{2}/[0-9a-f]{32}$'),
  mime_type text NOT NULL,
  bytes bigint NOT NULL CHECK (bytes >= 0),
  -- When it is deleted unless an image refers to it; null once one was found to, until that image is deleted.
  delete_at timestamptz DEFAULT now() + interval '1 hour'
);

CREATE INDEX studio_files_delete_at_idx ON studio_files (delete_at) WHERE delete_at IS NOT NULL;

CREATE TABLE brand_images (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  author_id text NOT NULL REFERENCES users ON DELETE RESTRICT,
  team_id bigint REFERENCES teams ON DELETE RESTRICT,
  scope text NOT NULL GENERATED ALWAYS AS (coalesce('team:' || team_id::text, 'user:' || author_id)) STORED,
  product_id bigint REFERENCES clone_products ON DELETE SET NULL,
  name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 120),
  kind text NOT NULL CHECK (kind IN ('logo', 'product', 'lifestyle', 'other')),
  company_name text,
  -- Of the company's name as names are compared.
  advertiser_id bigint,
  width integer NOT NULL CHECK (width > 0),
  height integer NOT NULL CHECK (height > 0),
  file_key text NOT NULL REFERENCES studio_files,
  thumbnail_key text NOT NULL REFERENCES studio_files,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT brand_images_company_check CHECK ((company_name IS NULL) = (advertiser_id IS NULL))
);

CREATE INDEX brand_images_scope_idx ON brand_images (scope, id);
CREATE INDEX brand_images_author_id_idx ON brand_images (author_id);
CREATE INDEX brand_images_team_id_idx ON brand_images (team_id);
CREATE INDEX brand_images_product_id_idx ON brand_images (product_id);
CREATE UNIQUE INDEX brand_images_file_key_key ON brand_images (file_key);
CREATE UNIQUE INDEX brand_images_thumbnail_key_key ON brand_images (thumbnail_key);

CREATE TABLE ai_images (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  author_id text NOT NULL REFERENCES users ON DELETE RESTRICT,
  team_id bigint REFERENCES teams ON DELETE RESTRICT,
  scope text NOT NULL GENERATED ALWAYS AS (coalesce('team:' || team_id::text, 'user:' || author_id)) STORED,
  product_id bigint REFERENCES clone_products ON DELETE SET NULL,
  source_ad_hash text CHECK (source_ad_hash ~ '^[0-9a-f]{32}$'),
  status text NOT NULL DEFAULT 'queued' CHECK (status IN ('queued', 'running', 'succeeded', 'failed', 'cancelled')),
  progress double precision NOT NULL DEFAULT 0 CHECK (progress BETWEEN 0 AND 1),
  cost_estimate double precision CHECK (cost_estimate >= 0),
  maker text NOT NULL CHECK (maker IN ('template', 'endpoint')),
  model text NOT NULL,
  layout text,
  aspect_ratio text NOT NULL,
  seed bigint NOT NULL,
  prompt text NOT NULL,
  -- Everything else that it is made from, as it was when it was asked for.
  work_order jsonb NOT NULL,
  error text,
  width integer CHECK (width > 0),
  height integer CHECK (height > 0),
  file_key text REFERENCES studio_files,
  thumbnail_key text REFERENCES studio_files,
  tries integer NOT NULL DEFAULT 0,
  -- Until it is finished: when it may be taken up; while it is made, when whoever makes it counts as dead.
  due_at timestamptz DEFAULT now(),
  -- While it is made: by whom.
  claim uuid,
  created_at timestamptz NOT NULL DEFAULT now(),
  finished_at timestamptz,
  CONSTRAINT ai_images_finished_check CHECK ((status IN ('queued', 'running')) = (finished_at IS NULL)),
  CONSTRAINT ai_images_due_check CHECK ((status IN ('queued', 'running')) = (due_at IS NOT NULL)),
  CONSTRAINT ai_images_claim_check CHECK (claim IS NULL OR status = 'running'),
  CONSTRAINT ai_images_file_check CHECK ((status = 'succeeded') = (file_key IS NOT NULL AND thumbnail_key IS NOT NULL))
);

CREATE INDEX ai_images_scope_idx ON ai_images (scope, id);
CREATE INDEX ai_images_author_id_idx ON ai_images (author_id);
CREATE INDEX ai_images_team_id_idx ON ai_images (team_id);
CREATE INDEX ai_images_product_id_idx ON ai_images (product_id);
CREATE INDEX ai_images_waiting_idx ON ai_images (id) WHERE status IN ('queued', 'running');
-- Whose images were finished when: scopes take turns.
CREATE INDEX ai_images_finished_at_idx ON ai_images (scope, finished_at);
CREATE UNIQUE INDEX ai_images_file_key_key ON ai_images (file_key);
CREATE UNIQUE INDEX ai_images_thumbnail_key_key ON ai_images (thumbnail_key);

-- What a text model found in a text, which is asked about once.
CREATE TABLE text_tags (
  text_hash text PRIMARY KEY,
  tags jsonb NOT NULL,
  model text NOT NULL,
  asked_at timestamptz NOT NULL DEFAULT now()
);
