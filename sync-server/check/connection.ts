// Connections of the check itself. By `pg`: postgres.js ends the process when a connection breaks at the wrong moment.
import { Client } from 'pg'

/** So that SELECT prints values as the change stream does. */
const printSettings = [
  'bytea_output=hex',
  String.raw`DateStyle=ISO,\ DMY`,
  'TimeZone=UTC',
  'extra_float_digits=1',
  'IntervalStyle=iso_8601',
]
  .map((setting) => `-c ${setting}`)
  .join(' ')

/** Runs `work` on a connection of its own. */
export async function withConnection<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url, options: printSettings, connectionTimeoutMillis: 5000 })
  // Whoever asks next gets it as a rejection.
  client.on('error', () => {})
  try {
    await client.connect()
    return await work(client)
  } finally {
    await client.end().catch(() => {})
  }
}

/** Rolled back when `work` rejects. */
export async function transact<T>(client: Client, work: () => Promise<T>): Promise<T> {
  await client.query('begin')
  try {
    const result = await work()
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}
