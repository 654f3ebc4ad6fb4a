-- Labels of a person or team for their saved ads.
CREATE TABLE labels (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id text REFERENCES users (id) ON DELETE CASCADE,
  team_id bigint REFERENCES teams (id) ON DELETE CASCADE,
  name text NOT NULL CONSTRAINT labels_name_check CHECK (char_length(name) BETWEEN 1 AND 40),
  color text NOT NULL,
  scope text NOT NULL GENERATED ALWAYS AS (coalesce('team:' || team_id, 'user:' || user_id)) STORED,
  CONSTRAINT labels_owner_check CHECK (num_nonnulls(user_id, team_id) = 1)
);

CREATE UNIQUE INDEX labels_scope_name_key ON labels (scope, lower(name));
CREATE INDEX labels_user_id_idx ON labels (user_id);
CREATE INDEX labels_team_id_idx ON labels (team_id);

CREATE TABLE saved_ad_labels (
  saved_ad_id bigint NOT NULL REFERENCES saved_ads (id) ON DELETE CASCADE,
  label_id bigint NOT NULL REFERENCES labels (id) ON DELETE CASCADE,
  PRIMARY KEY (saved_ad_id, label_id)
);

CREATE INDEX saved_ad_labels_label_id_idx ON saved_ad_labels (label_id);

-- How far the work on a saved ad is.
ALTER TABLE saved_ads ADD COLUMN stage text
  CONSTRAINT saved_ads_stage_check CHECK (stage IN ('to_review', 'shortlisted', 'in_production', 'done'));

CREATE INDEX saved_ads_stage_idx ON saved_ads (scope, stage) WHERE stage IS NOT NULL;
