/** How the local Postgres starts: small buffers and little WAL; the defaults take 300 MB and let the log grow without end. */
export const bootFlags: readonly string[] = [
  'shared_buffers=16MB',
  'wal_buffers=1MB',
  'max_wal_size=8MB',
  'min_wal_size=2MB',
  'wal_level=minimal',
  'max_wal_senders=0',
  'timezone=UTC',
  // Else each statement is planned anew the first five times, and often ever after: as long as running it takes, or longer.
  'plan_cache_mode=force_generic_plan',
].flatMap((setting) => ['-c', setting])
