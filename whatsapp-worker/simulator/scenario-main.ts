// Starts a scenario in the simulator that is running beside the app:
//   pnpm simulator:scenario busy-morning [--at-once | --seconds 60] [--company 5511900000001]

import { parseArgs } from 'node:util'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { 'at-once': { type: 'boolean' }, seconds: { type: 'string' }, company: { type: 'string' } },
})

const url = `http://127.0.0.1:${process.env['SIMULATOR_PORT'] ?? 8790}/admin/scenarios`
const [name] = positionals

try {
  if (name) await startScenario(name)
  else await listScenarios()
} catch (error) {
  const reason = error instanceof TypeError ? `no simulator answers at ${url}: is npm start running?` : String(error)
  process.stderr.write(`${reason}\n`)
  process.exitCode = 1
}

async function listScenarios() {
  const known = (await (await fetch(url)).json()) as { name: string; title: string; about: string }[]
  for (const scenario of known) process.stdout.write(`${scenario.name}: ${scenario.title}. ${scenario.about}\n`)
}

async function startScenario(wanted: string) {
  const seconds = values['at-once'] ? 0 : values.seconds === undefined ? undefined : Number(values.seconds)
  const body = {
    ...(values.company && { company: values.company }),
    ...(seconds !== undefined && { durationMs: seconds * 1000 }),
  }
  const response = await fetch(`${url}/${encodeURIComponent(wanted)}`, { method: 'POST', body: JSON.stringify(body) })
  const answer = (await response.json()) as { error?: string; customers?: number; messages?: number }
  if (!response.ok) throw new Error(answer.error ?? response.statusText)
  process.stdout.write(`${wanted}: ${answer.customers} customers with ${answer.messages} messages are on their way\n`)
}
