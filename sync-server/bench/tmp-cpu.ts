import postgres from 'postgres'
import { readFile } from 'node:fs/promises'
import { atRest, memoryOf, forgetPeak } from './child.ts'
import { itemsOf, companyShape, queueShape, ticketsOf, upTo } from './tables.ts'
import { World } from './world.ts'
import { Connection } from './connection.ts'
import { readUpToDate } from './shape-reader.ts'
const cpu = async (pid: number) => {
  const s = await readFile(`/proc/${pid}/stat`, 'utf8')
  const f = s.slice(s.lastIndexOf(')') + 2).split(' ')
  return (Number(f[11]) + Number(f[12])) * 10
}
const label = process.argv[2]
const what = (process.argv[3] ?? 'create,throughput,sync').split(',')
const world = await World.start(1)
if (what.includes('create'))
  for (const turn of [1, 2, 3])
    await world.setUp({ ddl: itemsOf(450, 222), tables: ['items'] }, async ({ engine, clients }) => {
      await atRest(engine.pid)
      const c = await cpu(engine.pid)
      const t = performance.now()
      await clients.read(upTo(450).map(companyShape))
      console.log(
        label,
        'create_450',
        turn,
        'cpu',
        (await cpu(engine.pid)) - c,
        'wall',
        Math.round(performance.now() - t),
        'peak MB',
        ((await memoryOf(engine.pid)).peak / 1024).toFixed(0),
      )
    })
if (what.includes('throughput'))
  await world.setUp({ ddl: itemsOf(500, 10), tables: ['items'] }, async (setup) => {
    const shapes = upTo(500).flatMap((company) => upTo(4).map((queue) => queueShape(company, queue)))
    await setup.clients.follow(shapes)
    for (const turn of [1, 2, 3]) {
      await atRest(setup.engine.pid)
      const all = setup.clients.receive(16_000)
      const c = await cpu(setup.engine.pid)
      const t = performance.now()
      await setup.sql.unsafe(
        `do $$ begin for i in 1..4000 loop insert into items (company_id, queue, body) select 'c' || company, 'q' || queue, 'Something about order ' || i from (select floor(random() * 500)::int as company) one, generate_series(0, 3) queue; commit; end loop; end $$`,
      )
      await all
      console.log(
        label,
        'delivered',
        turn,
        'cpu',
        (await cpu(setup.engine.pid)) - c,
        'wall',
        Math.round(performance.now() - t),
      )
    }
  })
if (what.includes('sync'))
  await world.setUp(
    { ddl: ticketsOf(400_000, 100), tables: ['tickets'], env: { ALLOW_SHAPE_DELETION: '1' } },
    async ({ engine }) => {
      for (const turn of [1, 2, 3]) {
        await atRest(engine.pid)
        await forgetPeak(engine.pid)
        const connection = new Connection(engine.port)
        const c = await cpu(engine.pid)
        const t = performance.now()
        const base = (await memoryOf(engine.pid)).now
        const { at } = await readUpToDate(connection, { table: 'tickets', where: null })
        console.log(
          label,
          'sync_400k',
          turn,
          'cpu',
          (await cpu(engine.pid)) - c,
          'wall',
          Math.round(performance.now() - t),
          'peak MB',
          ((await memoryOf(engine.pid)).peak / 1024).toFixed(0),
          'from',
          (base / 1024).toFixed(0),
        )
        await connection.get(`/v1/shape?table=tickets&handle=${at.handle}`, { method: 'DELETE' })
        connection.close()
      }
    },
  )
await world.stop()
process.exit()
