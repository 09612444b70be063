// What of an answer may be called current.
import { deviceTables } from 'db/tables.ts'
import { expect, test } from 'vitest'
import type { Current } from './apply-batch.ts'
import { startPull } from './pull.ts'

test('a table that starts anew is not current up to the answer that says so', async () => {
  const read = { handle: 'h', offset: '5_0', complete: true, refetching: false }
  const states = new Map(deviceTables.map(({ name }) => [name, read]))
  const ended = new AbortController()
  const { promise: applied, resolve } = Promise.withResolvers<Current | undefined>()
  const nothing = () => undefined
  startPull({
    origin: 'http://balcao.test',
    signal: ended.signal,
    send: async () => Response.json({ upTo: '9', whole: true, changes: [{ name: 'tags', refetch: true }] }),
    copy: {
      states: () => states,
      async apply(_, current) {
        resolve(current)
        ended.abort()
      },
      applyLong: async () => undefined,
    },
    onCurrent: nothing,
    onReachable: nothing,
    onUnreachable: nothing,
    onBusy: nothing,
    onOutdated: nothing,
    onOverdue: nothing,
  })
  const others = deviceTables.map(({ name }) => name).filter((name) => name !== 'tags')
  expect(await applied).toEqual({ tables: others, lsn: 9n })
})
