/** For the reads that every screen starts with; whoever adds a hot query adds its index here. Changing one makes a new local database. */
export const localIndexes: readonly string[] = [
  'create index on tickets_synced (user_id, status, last_message_at desc, id desc);',
  'create index on tickets_synced (status, last_message_at desc, id desc);',
  'create index on tickets_synced (contact_id);',
  // Bell, sound and app badge ask after each message.
  'create index on tickets_synced (id) where unread_messages > 0;',
  'create index on messages_synced (ticket_id, created_at desc, id desc);',
  'create index on contacts_synced (name);',
  'create index on ticket_tags_synced (ticket_id);',
]
