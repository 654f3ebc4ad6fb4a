-- The inviter gets a link of an invitation too, to hand over by other means than mail. Unlike the mailed one it does not
-- prove that whoever opens it reads the mail of the invited address.
ALTER TABLE invitations ADD COLUMN link_sha256 bytea UNIQUE CHECK (octet_length(link_sha256) = 32);
