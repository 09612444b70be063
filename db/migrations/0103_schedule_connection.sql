-- Over which connection a scheduled message goes, where its author chose one; null: the one of the contact's last conversation, else the default.
ALTER TABLE schedules ADD COLUMN connection_id uuid REFERENCES connections;
CREATE INDEX schedules_connection ON schedules (connection_id) WHERE connection_id IS NOT NULL;
