// What a change costs on its way from the database to the screen, and what following changes costs the server and the device.
import { readdir, readFile } from 'node:fs/promises'
import { test } from '../e2e/stack.ts'
import { print } from '../../scripts/figure.ts'
import { conversation, openConversation } from './open-conversation.ts'
import { paintOf } from './paint.ts'

test('row → painted; CPU of server and leader per 1,000 messages', async ({ stack }) => {
  const page = await openConversation(stack)
  const paints: number[] = []
  for (let i = 0; i < 120; i++) {
    const text = `Linha ${i} do banco`
    const painted = paintOf(page, text, conversation)
    const committedAt = await insertMessage(text)
    if (i >= 20) paints.push((await painted) - committedAt)
    else await painted
  }
  print({ name: 'row_painted', unit: 'ms', samples: paints, aim: '–', reference: '–' })

  let asked = 0
  page.on('request', (request) => (asked += request.url().includes('/api/shapes/') ? 1 : 0))
  const [server, leader, requests] = [[], [], []] as number[][]
  for (let round = 0; round < 5; round++) {
    const before = [await cpuOf('sync-server'), await cpuOf('leader')] as const
    asked = 0
    const last = `Carga ${round} 999`
    const painted = paintOf(page, last, conversation)
    for (let i = 0; i < 1000; i++) await insertMessage(`Carga ${round} ${i}`)
    await painted
    requests?.push(asked)
    server?.push((await cpuOf('sync-server')) - before[0])
    leader?.push((await cpuOf('leader')) - before[1])
  }
  print({ name: 'server_cpu_1000_messages', unit: 'ms', samples: server ?? [], aim: '–', reference: '–' })
  print({ name: 'requests_1000_messages', unit: 'requests', samples: requests ?? [], aim: '–', reference: '–' })
  print({ name: 'leader_cpu_1000_messages', unit: 'ms', samples: leader ?? [], aim: '–', reference: '–' })

  /** A message in the open ticket, and what the ticket says of it. Resolves with ms since the epoch of the commit. */
  async function insertMessage(text: string): Promise<number> {
    await stack.sql.begin(async (tx) => {
      await tx`insert into messages
        select (jsonb_populate_record(m, jsonb_build_object('id', gen_random_uuid(), 'whatsapp_id', gen_random_uuid(),
          'body', ${text}::text, 'sent_at', now(), 'created_at', now(), 'updated_at', now()))).*
        from messages m where body = 'Olá'`
      await tx`update tickets set last_message = ${text}, updated_at = now() where status = 'open'`
    })
    return Date.now()
  }
})

/** ms of a clock tick. */
const tick = 10

/** ms of processor time so far: of the server, or of the workers in the browser's pages. Of Linux. */
async function cpuOf(part: 'sync-server' | 'leader'): Promise<number> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const all = await Promise.all(pids.map((pid) => (part === 'leader' ? workerThreads(pid) : serverProcess(pid))))
  return all.flat().reduce((sum, ticks) => sum + ticks * tick, 0)
}

async function serverProcess(pid: string): Promise<number[]> {
  const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
  return command.includes('sync-server/src/main.ts') ? [await ticksOf(`/proc/${pid}/stat`)] : []
}

async function workerThreads(pid: string): Promise<number[]> {
  const threads = await readdir(`/proc/${pid}/task`).catch(() => [])
  return Promise.all(
    threads.map(async (thread) => {
      const name = await readFile(`/proc/${pid}/task/${thread}/comm`, 'utf8').catch(() => '')
      return name.startsWith('DedicatedWorker') ? ticksOf(`/proc/${pid}/task/${thread}/stat`) : 0
    }),
  )
}

/** User and system. */
async function ticksOf(file: string): Promise<number> {
  const fields = (await readFile(file, 'utf8').catch(() => '')).replace(/^.*\) /s, '').split(' ')
  return Number(fields[11] ?? 0) + Number(fields[12] ?? 0)
}
