-- Unknown parts no longer raise a score, so the scores by which saved ads are sorted are computed again.
INSERT INTO outdated_saved_ads (ad_hash) SELECT DISTINCT ad_hash FROM saved_ads;
