import * as v from 'valibot'

/** By the name that OpenTelemetry gives it; compose hands on an empty one where there is none. */
export const traceSettings = {
  /** Address of a collector (OTLP over HTTP), to whose /v1/traces all that mutations took is told. Without it nothing is measured. */
  OTEL_EXPORTER_OTLP_ENDPOINT: v.optional(
    v.union(
      [v.literal(''), v.pipe(v.string(), v.url(), v.regex(/^https?:/, 'has to begin with http or https'))],
      'has to be an address, http or https',
    ),
  ),
  /** What the collector wants to see; the exporter reads it by itself. */
  OTEL_EXPORTER_OTLP_HEADERS: v.optional(v.string()),
}
