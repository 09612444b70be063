// pg-boss's own schema, made and changed by the tables' owner: server and worker find it as it has to be, and may not change it.
import { setTimeout as delay } from 'node:timers/promises'
import { PgBoss } from 'pg-boss'

/** ms between looks at indexes that an upgrade builds beside the traffic. */
const pollMs = 500

/** Also rebuilds its indexes where they are bloated, at most once a day: only their owner may. @throws when a part of an upgrade fails. */
export async function migrateJobs(ownerUrl: string): Promise<void> {
  const byHand = { supervise: false, schedule: false, monitorVacuum: false, bamIntervalSeconds: 10 }
  const boss = new PgBoss({ connectionString: ownerUrl, max: 1, ...byHand })
  const failures: string[] = []
  boss.on('bam', ({ name, status, error }) => {
    if (status === 'failed') failures.push(`${name}: ${error}`)
  })
  // What matters of it is thrown.
  boss.on('error', () => {})
  try {
    await boss.start()
    while ((await boss.getBamStatus()).some(({ status }) => status !== 'completed')) {
      if (failures.length > 0) throw new Error(`pg-boss was not upgraded: ${failures.join('; ')}`)
      await delay(pollMs)
    }
    await boss.supervise()
  } finally {
    await boss.stop({ graceful: false })
  }
}
