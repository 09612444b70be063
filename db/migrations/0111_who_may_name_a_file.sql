-- Who brought a file to the company's media store. A file may be read and named by them, and by whoever may read a row that names it.
CREATE TABLE media_uploads (
  company_id uuid NOT NULL,
  hash text NOT NULL,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (company_id, hash, user_id),
  FOREIGN KEY (company_id, hash) REFERENCES media_files ON DELETE CASCADE
);
CREATE INDEX media_uploads_user ON media_uploads (user_id);

-- Asked with each file that is fetched: whether one of the asker's queues has it, also of a file that was sent a hundred thousand times.
DROP INDEX messages_media, messages_thumbnail, chat_messages_media;
CREATE INDEX messages_media ON messages (company_id, media_hash, queue_id) WHERE media_hash IS NOT NULL;
CREATE INDEX messages_thumbnail ON messages (company_id, thumbnail_hash, queue_id) WHERE thumbnail_hash IS NOT NULL;
CREATE INDEX chat_messages_media ON chat_messages (company_id, media_hash, chat_id) WHERE media_hash IS NOT NULL;
CREATE INDEX quick_messages_media ON quick_messages (company_id, media_hash) WHERE media_hash IS NOT NULL;
CREATE INDEX file_list_options_media ON file_list_options (company_id, media_hash) WHERE media_hash IS NOT NULL;
CREATE INDEX schedules_media ON schedules (company_id, media_hash) WHERE media_hash IS NOT NULL;
