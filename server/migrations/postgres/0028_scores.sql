-- Unknown parts add nothing to a score any more: the scores of all saved ads, by which they are sorted, are computed again.
INSERT INTO outdated_saved_ads (ad_hash) SELECT DISTINCT ad_hash FROM saved_ads;
