// A collector of traces on loopback, for tests: it takes what OTLP over HTTP says (JSON of an ExportTraceServiceRequest by POST to /v1/traces), and
// refuses everything else.
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import * as v from 'valibot'

const value = v.strictObject({ stringValue: v.optional(v.string()), intValue: v.optional(v.number()) })
const attributes = v.array(v.strictObject({ key: v.string(), value }))
const nanos = v.pipe(v.string(), v.regex(/^\d{19}$/))
const spanId = v.pipe(v.string(), v.regex(/^[0-9a-f]{16}$/))
const span = v.looseObject({
  traceId: v.pipe(v.string(), v.regex(/^[0-9a-f]{32}$/)),
  spanId,
  parentSpanId: v.optional(spanId),
  name: v.string(),
  startTimeUnixNano: nanos,
  endTimeUnixNano: nanos,
  attributes,
  status: v.looseObject({ code: v.number(), message: v.optional(v.string()) }),
})
const request = v.strictObject({
  resourceSpans: v.array(
    v.looseObject({
      resource: v.looseObject({ attributes }),
      scopeSpans: v.array(v.looseObject({ spans: v.array(span) })),
    }),
  ),
})

export interface CollectedSpan {
  traceId: string
  spanId: string
  /** Undefined: it is within none. */
  parentSpanId: string | undefined
  service: string
  name: string
  /** Of its status. */
  code: string | undefined
  /** ms since 1970. */
  from: number
  ms: number
  attributes: Record<string, string | number | undefined>
}

export interface TestCollector {
  url: string
  /** In the order of their coming. */
  spans: CollectedSpan[]
  /** All that was sent to it, as text. */
  bodies: string[]
  /** What was asked of it otherwise than OTLP says. */
  refused: string[]
  stop(): Promise<void>
}

export async function startTestCollector(): Promise<TestCollector> {
  const [spans, bodies, refused]: [CollectedSpan[], string[], string[]] = [[], [], []]
  const server = createServer((asked, answer) => {
    const chunks: Buffer[] = []
    asked.on('data', (chunk: Buffer) => chunks.push(chunk))
    asked.on('end', () => {
      const body = Buffer.concat(chunks).toString()
      const problem = problemOf(asked) ?? take(body, spans)
      bodies.push(body)
      if (problem !== null) refused.push(problem)
      answer.writeHead(problem === null ? 200 : 400, { 'content-type': 'application/json' }).end('{}')
    })
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    spans,
    bodies,
    refused,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function problemOf({ method, url, headers }: IncomingMessage): string | null {
  if (method !== 'POST' || url !== '/v1/traces') return `${method} ${url}`
  return headers['content-type'] === 'application/json' ? null : `content-type ${headers['content-type']}`
}

function take(body: string, spans: CollectedSpan[]): string | null {
  const parsed = v.safeParse(request, JSON.parse(body))
  if (!parsed.success) return v.summarize(parsed.issues)
  for (const { resource, scopeSpans } of parsed.output.resourceSpans) {
    const service = String(valuesOf(resource.attributes)['service.name'])
    for (const one of scopeSpans.flatMap((scope) => scope.spans)) spans.push(collected(one, service))
  }
  return null
}

function collected(one: v.InferOutput<typeof span>, service: string): CollectedSpan {
  const [from, to] = [BigInt(one.startTimeUnixNano), BigInt(one.endTimeUnixNano)]
  return {
    traceId: one.traceId,
    spanId: one.spanId,
    parentSpanId: one.parentSpanId,
    service,
    name: one.name,
    code: one.status.message,
    from: Number(from) / 1e6,
    ms: Number(to - from) / 1e6,
    attributes: valuesOf(one.attributes),
  }
}

const valuesOf = (all: v.InferOutput<typeof attributes>) =>
  Object.fromEntries(all.map(({ key, value: { stringValue, intValue } }) => [key, stringValue ?? intValue]))
