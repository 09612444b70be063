// Traces in OpenTelemetry's words, told by its own exporter: OTLP as JSON over HTTP. The only file that knows the library; traces.ts loads it when
// it is wanted.
import {
  isValidTraceId,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  TraceFlags,
  type HrTime,
  type Tracer,
} from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  RandomIdGenerator,
  TracerProvider,
  type IdGenerator,
  type SpanExporter,
} from '@opentelemetry/sdk-trace'
import { createHash } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { Log } from '../log.ts'
import type { Part, Step, Told, Traces } from './traces.ts'

/** ms that one request to the collector may take. */
const timeoutMillis = 5_000
/** ms that an end of the process waits for the collector. */
const stopMs = 2_000

/** Ids that are known before a span is begun; a random one where none was given. Spans are begun synchronously. */
class GivenIds implements IdGenerator {
  readonly #random = new RandomIdGenerator()
  traceId: string | null = null
  spanId: string | null = null

  generateTraceId() {
    return this.traceId ?? this.#random.generateTraceId()
  }

  generateSpanId() {
    const given = this.spanId
    this.spanId = null
    return given ?? this.#random.generateSpanId()
  }
}

export function startTelling(endpoint: string, log: Log): Traces {
  const url = `${endpoint.replace(/\/+$/, '')}/v1/traces`
  const exporter = logged(new OTLPTraceExporter({ url, timeoutMillis }), log)
  const processor = new BatchSpanProcessor({ exporter })
  const ids = new GivenIds()
  const tracerOf = (service: Told['service']): Tracer =>
    new TracerProvider({
      resource: resourceFromAttributes({ 'service.name': `balcao-${service}` }),
      spanProcessors: [processor],
      idGenerator: ids,
    }).getTracer('balcao')
  const tracers = { browser: tracerOf('browser'), server: tracerOf('server'), worker: tracerOf('worker') }
  return {
    tell(told) {
      try {
        tell(tracers[told.service], ids, told)
      } catch (err) {
        // What was done is done.
        log.warn({ err }, 'a trace was not told')
      }
    },
    async stop() {
      const stopped = processor.shutdown().catch((err: unknown) => log.warn({ err }, 'traces not told'))
      await Promise.race([stopped, delay(stopMs, undefined, { ref: false })])
    },
  }
}

const kinds = { browser: SpanKind.CLIENT, server: SpanKind.SERVER, worker: SpanKind.CONSUMER } as const

function tell(tracer: Tracer, ids: GivenIds, { mutationId, is, within, companyId, facts, code, steps, ...told }: Told) {
  const traceId = traceIdOf(mutationId)
  // Zeros alone: a collector would refuse all that goes with it.
  if (!isValidTraceId(traceId)) return
  const contextOf = (spanId: string) =>
    trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags: TraceFlags.SAMPLED, isRemote: true })
  ids.traceId = traceId
  ids.spanId = is ? spanIdOf(mutationId, is) : null
  const span = tracer.startSpan(
    told.name,
    {
      kind: kinds[told.service],
      startTime: hrTime(told.from),
      attributes: {
        'balcao.mutation.id': mutationId,
        'balcao.company.id': companyId,
        ...facts,
        ...(code !== undefined && { 'balcao.code': code }),
      },
    },
    within ? contextOf(spanIdOf(mutationId, within)) : ROOT_CONTEXT,
  )
  if (code !== undefined) span.setStatus({ code: SpanStatusCode.ERROR, message: code })
  for (const step of steps) tellStep(tracer, contextOf(span.spanContext().spanId), step)
  span.end(hrTime(told.to))
}

function tellStep(tracer: Tracer, parent: typeof ROOT_CONTEXT, { name, from, to }: Step) {
  tracer.startSpan(name, { startTime: hrTime(from) }, parent).end(hrTime(to))
}

const traceIdOf = (mutationId: string) => mutationId.replaceAll('-', '').toLowerCase()

/** The same for whoever tells it and for whoever is within it. */
const spanIdOf = (mutationId: string, part: Part) =>
  createHash('sha256')
    .update(`${part} ${traceIdOf(mutationId)}`)
    .digest('hex')
    .slice(0, 16)

/** A number from before the process began would be taken for one of its own clock. */
function hrTime(ms: number): HrTime {
  const seconds = Math.floor(ms / 1000)
  return [seconds, Math.floor((ms - seconds * 1000) * 1e6)]
}

/** A collector that is away is said; what it did not take is forgotten. Of its answer nothing is told. */
function logged(exporter: SpanExporter, log: Log): SpanExporter {
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        if (result.error) log.warn({ spans: spans.length }, 'the collector did not take traces')
        done(result)
      }),
    shutdown: () => exporter.shutdown(),
    forceFlush: async () => exporter.forceFlush?.(),
  }
}
