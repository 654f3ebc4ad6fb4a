-- Comments on saved ads, for everyone who sees the copy.
CREATE TABLE comments (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  saved_ad_id bigint NOT NULL REFERENCES saved_ads (id) ON DELETE CASCADE,
  -- Null: the account was deleted.
  author_id text REFERENCES users (id) ON DELETE SET NULL,
  text text NOT NULL CONSTRAINT comments_text_check CHECK (char_length(text) BETWEEN 1 AND 5000),
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz
);

CREATE INDEX comments_saved_ad_id_idx ON comments (saved_ad_id, id);
CREATE INDEX comments_author_id_idx ON comments (author_id);
