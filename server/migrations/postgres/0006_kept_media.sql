-- Copies of the pictures of saved ads, so that they outlive their addresses.

-- One for each content, however many ads show it.
CREATE TABLE kept_files (
  sha256 text PRIMARY KEY CHECK (sha256 ~ '^[0-9a-f]{64}$'),
  mime_type text NOT NULL,
  bytes bigint NOT NULL CHECK (bytes > 0),
  width integer NOT NULL,
  height integer NOT NULL,
  -- Before it is written and each time that it is used again: one used lately is not deleted.
  used_at timestamptz NOT NULL DEFAULT now()
);

-- What a saved ad shows: its copy, or why there is none.
CREATE TABLE kept_media (
  saved_ad_id bigint NOT NULL REFERENCES saved_ads ON DELETE CASCADE,
  -- Counted within the ad. Addresses are too long to be a key.
  place smallint NOT NULL CHECK (place >= 0),
  url text NOT NULL,
  sha256 text REFERENCES kept_files,
  kept_at timestamptz,
  -- Whether the copy came from the address itself, and not from another copy or an archive.
  fetched boolean NOT NULL DEFAULT false,
  -- How often it was begun, also by a node that did not live to end it.
  tries smallint NOT NULL DEFAULT 0,
  -- When it is tried next, also if the node that tries it now does not tell how it went; null: never.
  due_at timestamptz DEFAULT now(),
  -- Of the last try.
  error text,
  PRIMARY KEY (saved_ad_id, place),
  CONSTRAINT kept_media_kept_check CHECK ((sha256 IS NULL) = (kept_at IS NULL) AND (sha256 IS NULL OR due_at IS NULL))
);

CREATE INDEX kept_media_due_at_idx ON kept_media (due_at) WHERE due_at IS NOT NULL;

-- Which ads show this content; a file that none does is deleted.
CREATE INDEX kept_media_sha256_idx ON kept_media (sha256) WHERE sha256 IS NOT NULL;

-- Whether this address was fetched lately. By a number made of it, for an index could not hold long ones.
CREATE INDEX kept_media_url_idx ON kept_media (hashtextextended(url, 0), kept_at) WHERE fetched;
