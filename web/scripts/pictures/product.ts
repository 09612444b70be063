// What is in the pictures: the product with its month of invented work, as it is at one moment that is always the same.
import { companies } from 'db/companies/table.ts'
import { connect } from 'db/node/connect.ts'
import { makeDemoMonth } from 'db/node/demo-month/demo-month.ts'
import { startTestPostgres } from 'db/node/postgres/test-postgres.ts'
import { seedDemo } from 'db/node/seed.ts'
import { defaultSettings, settings } from 'db/settings/table.ts'
import { linkDemo } from '../../../scripts/link-demo.ts'
import { buildWeb } from '../../../scripts/build-web.ts'
import { startProduct } from '../../e2e/product.ts'

/**
 * A Wednesday afternoon in São Paulo. It is far ahead, so that the server, whose clock is the machine's, finds nothing of it too old: no
 * ticket goes to the archive, no subscription has ended.
 */
export const moment = new Date('2031-03-12T18:05:00Z')

const picturedUrl = 'http://127.0.0.1:8787'

export async function startPicturedProduct() {
  await buildWeb()
  const stopPostgres = await startTestPostgres(async (url) => {
    await seedDemo(url, moment)
    await makeDemoMonth(url, { now: moment })
    await useCompanysHours(url)
  })
  const product = await startProduct()
  await linkDemo({ app: product.url, simulator: product.simulatorUrl })
  // What the link has told is of the machine's own clock, and so is what the server makes of a number's age.
  await product.sql`
    update connections set connected_at = ${moment}, updated_at = ${moment}, created_at = now() - interval '400 days'
    where number is not null`
  return {
    url: picturedUrl,
    /** Some screens show the address, which is another in each run. */
    switches: [`--host-resolver-rules=MAP ${new URL(picturedUrl).host} ${new URL(product.url).host}`],
    async stop() {
      await product.stop()
      await stopPostgres()
    },
  }
}

/** They have a screen of their own, which is there while they hold. */
async function useCompanysHours(url: string) {
  const { orm, end } = connect(url)
  const times = { createdAt: moment, updatedAt: moment }
  const chosen = { ...defaultSettings, scheduleType: 'company' } as const
  for (const { id } of await orm.select({ id: companies.id }).from(companies)) {
    await orm
      .insert(settings)
      .values({ id, companyId: id, ...chosen, ...times })
      .onConflictDoUpdate({ target: settings.id, set: chosen })
  }
  await end()
}
