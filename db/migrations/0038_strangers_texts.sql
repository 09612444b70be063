-- What strangers write costs no more than its length, and lists carry no more of it than they show.

-- As decomposed and foldText of db/src/kit/search-text.ts: normalize takes the square of the number of marks in a row, so none is longer
-- than 128. What is folded already is the same under both; the index is made anew for the few names that would not be.
CREATE OR REPLACE FUNCTION fold_text(text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN lower(regexp_replace(normalize(regexp_replace($1, '[^ -~]{128}', '\&' || chr(847), 'g'), NFD), '[\u0300-\u036f]', '', 'g'));
REINDEX INDEX contacts_search;

-- As lastMessageColumns of db/src/messages/last-message.ts cuts it, but for what people see as one character: here it is code points,
-- and what would be half of one goes.
UPDATE tickets
SET last_message = rtrim(regexp_replace(left(last_message, 200), '[\u0300-\u036f\u200d\ufe00-\ufe0f\U0001f3fb-\U0001f3ff]+$', '')) || '…'
WHERE char_length(last_message) > 200;
