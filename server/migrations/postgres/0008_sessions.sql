-- How people sign in, and that they are signed in.

-- What cookies and links are signed with, where the operator gave nothing.
ALTER TABLE instance ADD COLUMN secret text CHECK (char_length(secret) >= 32);

-- A session is found by the digest of what its cookie holds: who reads this table cannot sign in with it.
CREATE TABLE sessions (
  id text PRIMARY KEY CHECK (id <> ''),
  user_id text NOT NULL REFERENCES users ON DELETE CASCADE,
  token_sha256 bytea NOT NULL UNIQUE CHECK (octet_length(token_sha256) = 32),
  address text,
  user_agent text,
  -- Begun by a link from the operator: whoever has it may set a password without knowing the old one.
  by_link boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  -- Written at most once a minute.
  last_used_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL
);

CREATE INDEX sessions_user_id_idx ON sessions (user_id);

-- Old rows are deleted by age.
CREATE INDEX sessions_expires_at_idx ON sessions (expires_at);

-- A password, as its argon2id digest, or somebody's identity at a provider.
CREATE TABLE sign_in_methods (
  id text PRIMARY KEY CHECK (id <> ''),
  user_id text NOT NULL REFERENCES users ON DELETE CASCADE,
  -- `credential` for a password; the account is then the person's own id.
  provider text NOT NULL CHECK (provider <> ''),
  account text NOT NULL CHECK (account <> ''),
  password text,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (provider, account),
  CONSTRAINT sign_in_methods_password_check CHECK ((provider = 'credential') = (password IS NOT NULL))
);

CREATE INDEX sign_in_methods_user_id_idx ON sign_in_methods (user_id);

-- What was sent out and waits to come back: reset links, and visits to a provider. Kept under digests.
CREATE TABLE verifications (
  id text PRIMARY KEY CHECK (id <> ''),
  identifier text NOT NULL,
  value text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL
);

CREATE INDEX verifications_identifier_idx ON verifications (identifier);

-- Old rows are deleted by age.
CREATE INDEX verifications_expires_at_idx ON verifications (expires_at);

-- Links that sign somebody in once, for whom a password does not exist yet or is lost.
CREATE TABLE sign_in_links (
  token_sha256 bytea PRIMARY KEY CHECK (octet_length(token_sha256) = 32),
  user_id text NOT NULL REFERENCES users ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  used_at timestamptz
);

CREATE INDEX sign_in_links_user_id_idx ON sign_in_links (user_id);

-- Whoever is here was added by the operator, who vouches for the address.
UPDATE users SET email_verified = true;
