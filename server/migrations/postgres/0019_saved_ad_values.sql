-- How many saved ads of a scope have each value that ads are filtered by. Without it, every list of filter values reads all saved ads.
CREATE TABLE saved_ad_values (
  scope text NOT NULL,
  filter text NOT NULL,
  -- Values with the same label are one value: a button in lower case, the id of an advertiser.
  label text COLLATE "C" NOT NULL,
  value text COLLATE "C" NOT NULL,
  ads bigint NOT NULL,
  -- Texts may be longer than an index allows.
  digest uuid NOT NULL GENERATED ALWAYS AS (md5(label || chr(10) || value)::uuid) STORED,
  PRIMARY KEY (scope, filter, digest)
);

CREATE OR REPLACE FUNCTION saved_values(
  platforms text[], format text, ad_type text, language text, cta_labels text[], cta text, advertiser_id bigint, company_name text
) RETURNS TABLE (filter text, label text, value text)
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT 'platforms', platform, platform FROM unnest(platforms) AS platform
  UNION ALL
  SELECT single.filter, single.label, single.value
  FROM (VALUES
    ('formats', format, format),
    ('adTypes', ad_type, ad_type),
    ('languages', language, language),
    ('ctaTypes', cta_labels[1], cta),
    ('companyNames', advertiser_id::text, company_name)
  ) AS single (filter, label, value)
  WHERE single.label IS NOT NULL AND single.value IS NOT NULL
$$;

-- One statement for all rows: one row that is updated for each of many ads takes quadratic time. Counts that reach zero are deleted.
CREATE OR REPLACE FUNCTION count_saved_values() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  unused tid[];
BEGIN
  WITH counted AS (
    INSERT INTO saved_ad_values AS known (scope, filter, label, value, ads)
    SELECT changed.scope, given.filter, given.label, given.value, count(*) * TG_ARGV[0]::bigint
    FROM changed, LATERAL saved_values(
      changed.platforms, changed.format, changed.ad_type, changed.language, changed.cta_labels,
      changed.cta, changed.advertiser_id, changed.company_name) AS given
    GROUP BY 1, 2, 3, 4
    ORDER BY 1, 2, 3, 4
    ON CONFLICT (scope, filter, digest) DO UPDATE SET ads = known.ads + excluded.ads
    RETURNING known.ctid, known.ads
  )
  SELECT array_agg(counted.ctid) INTO unused FROM counted WHERE counted.ads = 0;
  DELETE FROM saved_ad_values WHERE ctid = ANY (unused);
  RETURN NULL;
END
$$;

-- Most updates are new measurements, which change no count.
CREATE OR REPLACE FUNCTION count_changed_values() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  unused tid[];
BEGIN
  WITH counted AS (
    INSERT INTO saved_ad_values AS known (scope, filter, label, value, ads)
    SELECT given.scope, given.filter, given.label, given.value, sum(given.ads)
    FROM former JOIN changed USING (id), LATERAL (
      SELECT former.scope, before.filter, before.label, before.value, -1 AS ads
      FROM saved_values(
        former.platforms, former.format, former.ad_type, former.language, former.cta_labels,
        former.cta, former.advertiser_id, former.company_name) AS before
      UNION ALL
      SELECT changed.scope, after.filter, after.label, after.value, 1
      FROM saved_values(
        changed.platforms, changed.format, changed.ad_type, changed.language, changed.cta_labels,
        changed.cta, changed.advertiser_id, changed.company_name) AS after
    ) AS given
    WHERE (former.scope, former.platforms, former.format, former.ad_type, former.language, former.cta_labels,
      former.cta, former.advertiser_id, former.company_name)
      IS DISTINCT FROM (changed.scope, changed.platforms, changed.format, changed.ad_type, changed.language, changed.cta_labels,
      changed.cta, changed.advertiser_id, changed.company_name)
    GROUP BY 1, 2, 3, 4
    HAVING sum(given.ads) <> 0
    ORDER BY 1, 2, 3, 4
    ON CONFLICT (scope, filter, digest) DO UPDATE SET ads = known.ads + excluded.ads
    RETURNING known.ctid, known.ads
  )
  SELECT array_agg(counted.ctid) INTO unused FROM counted WHERE counted.ads = 0;
  DELETE FROM saved_ad_values WHERE ctid = ANY (unused);
  RETURN NULL;
END
$$;

CREATE TRIGGER saved_ads_inserted AFTER INSERT ON saved_ads REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION count_saved_values('1');

CREATE TRIGGER saved_ads_deleted AFTER DELETE ON saved_ads REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION count_saved_values('-1');

CREATE TRIGGER saved_ads_updated AFTER UPDATE ON saved_ads REFERENCING OLD TABLE AS former NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION count_changed_values();

INSERT INTO saved_ad_values (scope, filter, label, value, ads)
SELECT saved.scope, given.filter, given.label, given.value, count(*)
FROM saved_ads saved, LATERAL saved_values(
  saved.platforms, saved.format, saved.ad_type, saved.language, saved.cta_labels,
  saved.cta, saved.advertiser_id, saved.company_name) AS given
GROUP BY 1, 2, 3, 4;

-- The counts replace it.
DROP INDEX saved_ads_scope_idx;
