-- Rules may watch for new claims.
ALTER TABLE rules DROP CONSTRAINT rules_event_check;

ALTER TABLE rules ADD CONSTRAINT rules_event_check
  CHECK (event IN ('new_ads', 'ad_stopped', 'reach_above', 'landing_page_new', 'copy_matches', 'momentum', 'claim'));

-- The new claims of the ad, one per line.
ALTER TABLE rule_firings ADD COLUMN claims text;
