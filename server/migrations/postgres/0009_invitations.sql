-- Links by which people join teams.

-- Of those who have joined, the account has the address, and may have another one by now.
DROP INDEX team_members_email_key;

CREATE UNIQUE INDEX team_members_invited_key ON team_members (team_id, lower(email)) WHERE joined_at IS NULL;

-- Kept when the team or the member row is gone: they tell how many mails went out lately.
CREATE TABLE invitations (
  token_sha256 bytea PRIMARY KEY CHECK (octet_length(token_sha256) = 32),
  team_id bigint REFERENCES teams ON DELETE SET NULL,
  invited_by text REFERENCES users ON DELETE SET NULL,
  email text NOT NULL CHECK (email <> ''),
  -- Void: taken back, or followed by a newer one.
  status text NOT NULL DEFAULT 'open' CHECK (status IN ('open', 'used', 'void')),
  sent_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL
);

-- One link at a time for each person and team.
CREATE UNIQUE INDEX invitations_open_key ON invitations (team_id, lower(email)) WHERE status = 'open';

-- Who may make an account because of one.
CREATE INDEX invitations_email_idx ON invitations (lower(email)) WHERE status = 'open';

CREATE INDEX invitations_team_id_idx ON invitations (team_id, sent_at);

CREATE INDEX invitations_invited_by_idx ON invitations (invited_by, sent_at);

-- Old ones are deleted by age.
CREATE INDEX invitations_sent_at_idx ON invitations (sent_at);
