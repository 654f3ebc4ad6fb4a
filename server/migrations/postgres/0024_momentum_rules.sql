-- Rules may watch for bursts of launches.
ALTER TABLE rules DROP CONSTRAINT rules_event_check;

ALTER TABLE rules ADD CONSTRAINT rules_event_check
  CHECK (event IN ('new_ads', 'ad_stopped', 'reach_above', 'landing_page_new', 'copy_matches', 'momentum'));
