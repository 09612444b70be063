-- The country of which numbers are typed without one, and the area of which without that; null: those are refused. Decision 0112.
ALTER TABLE settings ADD COLUMN country text NOT NULL DEFAULT 'BR' CHECK (country ~ '^[A-Z]{2}$');
ALTER TABLE settings ADD COLUMN area_code text CHECK (area_code ~ '^\d{1,5}$');

-- One person: Brazil's mobile numbers with and without the ninth digit, Mexico's 52 and 521, Argentina's 54 and 549, Benin's with and without 01.
-- db/src/contacts/number-variants.ts has the same.
CREATE OR REPLACE FUNCTION one_number(number text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE left(number, 2)
    WHEN '55' THEN regexp_replace(number, '^(55\d\d)9([6-9]\d{7})$', '\1\2')
    WHEN '52' THEN regexp_replace(number, '^521([2-9]\d{9})$', '52\1')
    WHEN '54' THEN regexp_replace(number, '^549([1-3]\d{9})$', '54\1')
    WHEN '22' THEN regexp_replace(number, '^22901([2-9]\d{7})$', '229\1')
    ELSE number
  END
$$;

-- Keys that were reckoned before are reckoned again. Of one person twice the one stays that says more: who was written to already, who is on
-- WhatsApp, who came first.
DELETE FROM contact_list_items i USING contact_list_items o
WHERE i.contact_list_id = o.contact_list_id AND i.id <> o.id AND i.number ~ '^(52|54|229)' AND one_number(i.number) = one_number(o.number)
  AND (coalesce(o.is_whatsapp_valid, false), o.created_at, o.id) > (coalesce(i.is_whatsapp_valid, false), i.created_at, i.id);
UPDATE contact_list_items SET number = number WHERE number ~ '^(521|549|22901)' AND number_key <> one_number(number);

DELETE FROM campaign_shippings i USING campaign_shippings o
WHERE i.campaign_id = o.campaign_id AND i.id <> o.id AND i.number ~ '^(52|54|229)' AND one_number(i.number) = one_number(o.number)
  AND (o.message_id IS NOT NULL, o.question_id IS NOT NULL, o.position, o.id) > (i.message_id IS NOT NULL, i.question_id IS NOT NULL, i.position, i.id);
UPDATE campaign_shippings SET number = number WHERE number ~ '^(521|549|22901)' AND number_key <> one_number(number);

-- The stop that was said last stays.
DELETE FROM opt_outs i USING opt_outs o
WHERE i.company_id = o.company_id AND i.id <> o.id AND i.revoked_at IS NULL AND o.revoked_at IS NULL AND i.number ~ '^(52|54|229)'
  AND one_number(i.number) = one_number(o.number) AND (o.created_at, o.id) > (i.created_at, i.id);
UPDATE opt_outs SET number = number WHERE number ~ '^(521|549|22901)' AND number_key <> one_number(number);
