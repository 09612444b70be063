// Where the milliseconds go, step by step, as tables for docs/performance.md: of a reply by the traces that device, server and worker tell of its
// mutation, of a message in by what is seen from outside.
import { expect, test, type Page } from '@playwright/test'
import { startTestCollector, type CollectedSpan, type TestCollector } from 'db/node/testing/test-collector.ts'
import { percentile } from '../../scripts/figure.ts'
import { startProduct } from '../e2e/product.ts'
import { companyNumber, openStack, type Stack } from '../e2e/stack.ts'
import { fillDesk } from './fill.ts'
import { replyPainted } from './message-paints.ts'
import { conversation, openConversation, rafael } from './open-conversation.ts'
import { paintOf } from './paint.ts'

/** The first warm the code up. */
const [warmUp, measured] = [20, 100]

test('a reply, and a message in, step by step', async () => {
  const collector = await startTestCollector()
  const product = await startProduct({ settings: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url } })
  const { stack, leave } = await openStack(product)
  // A desk that has been at work for a while: what lists and searches look through.
  await fillDesk(stack.sql, rafael, { tickets: 2000, messages: 60_000 })
  const page = await openConversation(stack)
  // What is confirmed while the first rows still come waits for the last of them.
  await expect(page.getByRole('button', { name: /Tudo sincronizado/ })).toBeVisible({ timeout: 240_000 })
  const painted = await reply(page, stack)
  await expect.poll(() => toldReplies(collector).length, { timeout: 60_000 }).toBeGreaterThanOrEqual(measured)
  printTable('a reply', [['device: key → bubble', painted], ...stepsOf(toldReplies(collector).slice(-measured))])
  printTable('a message in', await receive(page, stack))
  await leave()
  await product.stop()
  await collector.stop()
})

type Step = readonly [name: string, samples: readonly number[]]

function printTable(title: string, steps: readonly Step[]) {
  const ms = (value: number) => value.toFixed(1)
  console.log(`| ${title} | p50, ms | p95, ms |\n|---|---|---|`)
  for (const [name, samples] of steps)
    console.log(`| ${name} | ${ms(percentile(samples, 0.5))} | ${ms(percentile(samples, 0.95))} |`)
}

/** Sends them one by one; each waits for the phone. Resolves to ms from Enter to the painted bubble. */
async function reply(page: Page, stack: Stack): Promise<number[]> {
  const samples: number[] = []
  for (let i = 0; i < warmUp + measured; i++) {
    const text = `Resposta ${i} do atendente`
    samples.push(await replyPainted(page, text))
    await stack.customer.receivedAt(text)
  }
  return samples.slice(warmUp)
}

type Trace = readonly CollectedSpan[]

/** Messages of which device and server have told; the worker does of those whose row it did not find before their job. */
function toldReplies({ spans }: TestCollector): Trace[] {
  const traces = Map.groupBy(spans, ({ traceId }) => traceId)
  return [...traces.values()].filter((trace) =>
    ['device message.send', 'mutation message.send'].every((name) => trace.some((span) => span.name === name)),
  )
}

const told = [
  ['browser', 'device message.send', ['show', 'wait', 'push', 'sync']],
  ['server', 'mutation message.send', ['begin', 'record', 'run', 'effects', 'commit']],
  ['worker', 'whatsapp.send', ['wait', 'send', 'ack']],
] as const

function stepsOf(traces: readonly Trace[]): Step[] {
  return told.flatMap(([service, whole, steps]) =>
    [whole, ...steps].map((name): Step => {
      const isIt = (span: CollectedSpan) => span.service === `balcao-${service}` && span.name === name
      return [`${service}: ${name}`, traces.flatMap((trace) => trace.find(isIt)?.ms ?? [])]
    }),
  )
}

/** The worker's transaction begins at the row's `created_at`; the device has the row with the first part of the answer that comes after it. */
async function receive(page: Page, stack: Stack): Promise<Step[]> {
  const [database] = page.workers()
  if (!database) throw new Error('the app has no worker')
  await database.evaluate(noteReads)
  const messages: { sentAt: number; storedAt: number; paintedAt: number }[] = []
  for (let i = 0; i < warmUp + measured; i++) {
    const text = `Mensagem número ${i} do cliente`
    const painted = paintOf(page, text, conversation)
    const sentAt = Date.now()
    await stack.customer.sendText(companyNumber, text)
    const paintedAt = await painted
    const [row] = await stack.sql<{ at: Date }[]>`select created_at as at from messages where body = ${text}`
    messages.push({ sentAt, storedAt: row?.at.getTime() ?? Number.NaN, paintedAt })
  }
  const answers = await database.evaluate(() => (globalThis as unknown as Noted).readAt)
  const answeredAt = (storedAt: number) => answers.find((end) => end > storedAt) ?? Number.NaN
  const step = (name: string, ms: (of: (typeof messages)[number]) => number): Step => [
    name,
    messages.slice(warmUp).map(ms),
  ]
  return [
    step('phone, worker: decrypted, looked at', ({ sentAt, storedAt }) => storedAt - sentAt),
    step('transaction, engine, wire: the answer is there', ({ storedAt }) => answeredAt(storedAt) - storedAt),
    step('local transaction, queries, React, frame', ({ storedAt, paintedAt }) => paintedAt - answeredAt(storedAt)),
    step('all of it', ({ sentAt, paintedAt }) => paintedAt - sentAt),
  ]
}

interface Noted {
  /** When a part of an answer that goes on had come, ms. */
  readAt: number[]
}

/** In the worker. */
function noteReads() {
  const readAt: number[] = []
  Object.assign(globalThis, { readAt })
  const readers = ReadableStreamDefaultReader.prototype
  const { read } = readers
  readers.read = function (this: ReadableStreamDefaultReader) {
    const part = read.call(this)
    part.then(
      () => readAt.push(Date.now()),
      () => undefined,
    )
    return part
  }
}
