import { connect } from 'db/node/connect.ts'
import { seedDemo } from 'db/node/seed.ts'
import { startTestPostgres } from 'db/node/test-postgres.ts'

/** Each test's stack starts with the demo companies. */
export default () =>
  startTestPostgres(async (url) => {
    await seedDemo(url)
    await silenceBot(url)
  })

/** A test hears what it says itself; one that is about greetings gives them. */
async function silenceBot(url: string) {
  const { sql, end } = connect(url, { max: 1 })
  await sql`update queues set greeting_message = ''`
  await sql`update connections set greeting_message = ''`
  await end()
}
