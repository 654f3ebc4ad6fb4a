-- Links by which anyone can join a team, until they expire or are revoked.
CREATE TABLE invite_links (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  team_id bigint NOT NULL REFERENCES teams (id) ON DELETE CASCADE,
  token_sha256 bytea NOT NULL CONSTRAINT invite_links_token_sha256_key UNIQUE
    CONSTRAINT invite_links_token_sha256_check CHECK (octet_length(token_sha256) = 32),
  role text NOT NULL CONSTRAINT invite_links_role_check CHECK (role IN ('admin', 'member', 'viewer')),
  single_use boolean NOT NULL,
  created_by text REFERENCES users (id) ON DELETE SET NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  -- Members who joined by it, and accounts that were created with it.
  uses integer NOT NULL DEFAULT 0,
  sign_ups integer NOT NULL DEFAULT 0
);

CREATE INDEX invite_links_team_id_idx ON invite_links (team_id);
CREATE INDEX invite_links_created_by_idx ON invite_links (created_by);
