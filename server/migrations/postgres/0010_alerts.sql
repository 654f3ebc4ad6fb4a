-- What was recorded and has not been looked at by the rules yet; the rules; what they found; what people were told.

-- An import is one file, one push, one run of a source: several recordings, told of together. Its row goes when the
-- rules have looked at it, in the transaction that writes what they found.
CREATE TABLE untold_imports (
  id text PRIMARY KEY CHECK (id <> ''),
  last_recorded_at timestamptz NOT NULL DEFAULT now(),
  -- Null while more may come. One that was cut off never ends, and counts as ended when nothing came for a while.
  ended_at timestamptz
);

CREATE TABLE untold_recordings (
  recording bigint PRIMARY KEY,
  import_id text NOT NULL REFERENCES untold_imports ON DELETE CASCADE
);

CREATE INDEX untold_recordings_import_id_idx ON untold_recordings (import_id);

CREATE TABLE rules (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id text NOT NULL REFERENCES users ON DELETE CASCADE,
  name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 120),
  enabled boolean NOT NULL DEFAULT true,
  event text NOT NULL CHECK (event IN ('new_ads', 'ad_stopped', 'reach_above', 'landing_page_new', 'copy_matches')),
  -- The advertisers that its owner follows at the time; else those named, or all where none is.
  is_for_followed boolean NOT NULL,
  company_names text[] NOT NULL,
  platforms text[] NOT NULL,
  keywords text[] NOT NULL,
  threshold double precision CHECK (threshold >= 0),
  frequency text NOT NULL CHECK (frequency IN ('instant', 'daily', 'weekly')),
  channels jsonb NOT NULL,
  last_fired_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT rules_companies_check CHECK (NOT is_for_followed OR company_names = '{}')
);

CREATE INDEX rules_user_id_idx ON rules (user_id);

-- Those about every advertiser are asked for with each import.
CREATE INDEX rules_any_advertiser_idx ON rules (id) WHERE NOT is_for_followed AND company_names = '{}';

-- Which rules are about an advertiser is asked for those of each import, so that a rule about others costs nothing.
CREATE TABLE rule_advertisers (
  advertiser_id bigint NOT NULL,
  rule_id bigint NOT NULL REFERENCES rules ON DELETE CASCADE,
  PRIMARY KEY (advertiser_id, rule_id)
);

CREATE INDEX rule_advertisers_rule_id_idx ON rule_advertisers (rule_id);

-- The first follow makes a rule, and only the first: who deleted it does not get it again.
CREATE TABLE first_follow_rules (
  user_id text PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  made_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE notifications (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id text NOT NULL REFERENCES users ON DELETE CASCADE,
  rule_id bigint REFERENCES rules ON DELETE SET NULL,
  type text NOT NULL CHECK (type <> ''),
  company_name text,
  title text NOT NULL,
  body text NOT NULL,
  ad_hashes text[] NOT NULL,
  data jsonb NOT NULL,
  -- One whose rule has no inbox among its channels is only sent.
  in_inbox boolean NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  read_at timestamptz
);

CREATE INDEX notifications_inbox_idx ON notifications (user_id, id DESC) WHERE in_inbox;

CREATE INDEX notifications_unread_idx ON notifications (user_id, id DESC) WHERE in_inbox AND read_at IS NULL;

-- By which housekeeping finds who has too many.
CREATE INDEX notifications_user_id_idx ON notifications (user_id, id);

-- What is old is deleted by age, sooner where it was read or only sent.
CREATE INDEX notifications_created_at_idx ON notifications (created_at);

CREATE INDEX notifications_read_idx ON notifications (created_at) WHERE read_at IS NOT NULL;

CREATE INDEX notifications_sent_idx ON notifications (created_at) WHERE NOT in_inbox;

CREATE INDEX notifications_rule_id_idx ON notifications (rule_id);

-- On which ads a rule has fired: the key is what makes each ad fire a rule once for its event.
CREATE TABLE rule_firings (
  rule_id bigint NOT NULL REFERENCES rules ON DELETE CASCADE,
  -- The rule's, when it fired: a rule may be given another.
  event text NOT NULL,
  ad_hash text COLLATE "C" NOT NULL CHECK (ad_hash ~ '^[0-9a-f]{32}$'),
  advertiser_id bigint NOT NULL,
  company_name text NOT NULL,
  -- When it happened to the ad, and when the rule found it.
  happened_at timestamptz NOT NULL,
  fired_at timestamptz NOT NULL DEFAULT now(),
  -- The page, for a rule about pages; the reach, for one about reach.
  landing_page text,
  reach double precision,
  told boolean NOT NULL DEFAULT false,
  PRIMARY KEY (rule_id, event, ad_hash)
);

CREATE INDEX rule_firings_untold_idx ON rule_firings (rule_id) WHERE NOT told;

-- Whoever follows somebody already has followed for the first time.
WITH followers AS (
  INSERT INTO first_follow_rules (user_id) SELECT DISTINCT user_id FROM follows RETURNING user_id
)
INSERT INTO rules (user_id, name, event, is_for_followed, company_names, platforms, keywords, frequency, channels)
SELECT user_id, 'New ads of companies I follow', 'new_ads', true, '{}', '{}', '{}', 'instant',
  '[{"type": "inbox", "target": null}]'
FROM followers;
