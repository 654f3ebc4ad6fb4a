-- Measurements of saved ads contain when the ad was last confirmed; older rows of the index were when they were last seen.
UPDATE saved_ad_snapshots
SET measured = measured || jsonb_build_object('last_confirmed_at', measured->'last_seen_at', 'freshness_days', 14)
WHERE measured IS NOT NULL;

-- Scores count fewer days of ads without a recent confirmation: those of all copies are computed again.
INSERT INTO outdated_saved_ads (ad_hash) SELECT DISTINCT ad_hash FROM saved_ads;
