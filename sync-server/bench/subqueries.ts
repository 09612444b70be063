// Shapes of a subquery: from a change of what it asks to the client for whom a row moves in or out.
import { setTimeout as delay } from 'node:timers/promises'
import { atRest } from './child.ts'
import { note, now, print } from './figure.ts'
import type { ShapeQuery } from './shape-reader.ts'
import { upTo } from './tables.ts'
import type { World } from './world.ts'

const users = 1000
/** Rooms of each, out of so many. */
const roomsOfUser = 1000
const rooms = 10_000
const moves = 200
const warmUps = 20
/** ms for the client to ask again. */
const betweenMoves = 20

/** A message in each room; a user's rooms follow each other, from one of the user's own on. */
const roomsOf = (people: number) => `
  create table messages (id int primary key, room_id int not null, body text not null);
  create table members (user_id int, room_id int, primary key (user_id, room_id));
  insert into messages select n, n, 'Something about order ' || n from generate_series(0, ${rooms - 1}) n;
  insert into members select u, (u * 7 + n) % ${rooms} from generate_series(0, ${people - 1}) u, generate_series(0, ${roomsOfUser - 1}) n`

const shapeOf = (user: number): ShapeQuery => ({
  table: 'messages',
  where: `room_id in (select room_id from members where user_id = ${user})`,
})

export const subqueries = {
  figures: ['subquery_move_1000_shapes_ms'],
  async run(world: World) {
    const people = world.scaled(users)
    const options = { ddl: roomsOf(people), tables: ['messages', 'members'], collectable: true }
    const samples = await world.setUp(options, async ({ engine, clients, sql }) => {
      const begun = now()
      await clients.follow(upTo(people).map(shapeOf))
      const seconds = ((now() - begun) / 1000).toFixed(1)
      await atRest(engine.pid)
      const megabytes = ((await engine.collect()) / 1024).toFixed(0)
      note(`${people} shapes of ${roomsOfUser} rows are there after ${seconds} s, in ${megabytes} MB`)
      const taken: number[] = []
      for (const n of upTo(warmUps + Math.max(20, world.scaled(moves)))) {
        const user = (n >> 1) % people
        const room = (user * 7 + roomsOfUser) % rooms
        const moved = clients.receive(1)
        const at = now()
        // In, and out again.
        if (n % 2 === 0) await sql`insert into members values (${user}, ${room})`
        else await sql`delete from members where user_id = ${user} and room_id = ${room}`
        taken.push((await moved) - at)
        await delay(betweenMoves)
      }
      return taken.slice(warmUps)
    })
    print({ name: 'subquery_move_1000_shapes_ms', unit: 'ms', samples, aim: '10', reference: '–' })
  },
}
