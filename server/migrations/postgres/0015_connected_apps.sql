-- Apps that people allowed to use /mcp for them (OAuth 2.1). Codes and tokens are stored as digests only.

CREATE TABLE connected_apps (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id text NOT NULL REFERENCES users ON DELETE CASCADE,
  -- The address of the client's metadata document, or what this server returned when the client registered.
  client_id text NOT NULL CHECK (client_id <> ''),
  client_name text NOT NULL CHECK (client_name <> ''),
  -- The host that serves the metadata document; null for a client that registered itself.
  client_host text,
  redirect_uri text NOT NULL CHECK (redirect_uri <> ''),
  scopes text[] NOT NULL CHECK (cardinality(scopes) > 0 AND scopes <@ ARRAY['read', 'write']),
  -- The only address at which its tokens are valid.
  resource text NOT NULL CHECK (resource <> ''),
  created_at timestamptz NOT NULL DEFAULT now(),
  -- Written at most once a minute.
  last_used_at timestamptz
);

CREATE INDEX connected_apps_user_id_idx ON connected_apps (user_id);

CREATE TABLE authorization_codes (
  code_sha256 bytea PRIMARY KEY CHECK (octet_length(code_sha256) = 32),
  app_id bigint NOT NULL REFERENCES connected_apps ON DELETE CASCADE,
  code_challenge text NOT NULL CHECK (char_length(code_challenge) = 43),
  expires_at timestamptz NOT NULL,
  -- A code that is presented a second time revokes the app.
  used_at timestamptz
);

CREATE INDEX authorization_codes_app_id_idx ON authorization_codes (app_id);

CREATE INDEX authorization_codes_expires_at_idx ON authorization_codes (expires_at);

CREATE TABLE app_tokens (
  token_sha256 bytea PRIMARY KEY CHECK (octet_length(token_sha256) = 32),
  app_id bigint NOT NULL REFERENCES connected_apps ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('access', 'refresh')),
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  -- A refresh token is used once; one that is presented a second time revokes the app.
  used_at timestamptz
);

CREATE INDEX app_tokens_app_id_idx ON app_tokens (app_id);

CREATE INDEX app_tokens_expires_at_idx ON app_tokens (expires_at);
