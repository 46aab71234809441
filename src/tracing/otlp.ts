import { createHmac } from 'node:crypto'
import { hostname } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import {
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  TraceFlags,
  type Attributes,
  type Context,
  type Span as OtelSpan,
  type SpanContext,
  type SpanOptions,
} from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto'
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from '@opentelemetry/resources'
import { RandomIdGenerator, TracerProvider, type IdGenerator } from '@opentelemetry/sdk-trace'
import type { Span, SpanAttributes, TracedRun, Tracing } from '../kernel/tracing.ts'
import { readTraceParent, traceParentText, type TraceParent } from '../kernel/trace-parent.ts'
import { countedBatches, type OnLost } from './counted-batches.ts'

/** The time that one sending may take, with its retries, and that the end of the process waits, milliseconds. */
const sendMs = 5000
const stopMs = 3000

/** Where traces go to, and in whose name. */
export interface TraceSettings {
  /** The address of a collector, to which `v1/traces` is added. */
  endpoint: string
  /** From which the identities of runs are derived; the same in every process of a service, another in every other service. */
  key: Uint8Array
  version: string
  onLost: OnLost
}

/**
 * Sends traces by OTLP over HTTP. What the OTEL_ variables say of headers, certificates, compression and the names of the service
 * is read by the library. Attributes have the names of OpenTelemetry where it has some.
 */
export function openTracing({ endpoint, key, version, onLost }: TraceSettings): Tracing {
  const url = `${endpoint.replace(/\/+$/, '')}/v1/traces`
  const batches = countedBatches(new OTLPTraceExporter({ url, timeoutMillis: sendMs }), sendMs, onLost)
  const ids = new DerivedIds()
  const named = resourceFromAttributes({
    'service.name': 'assay',
    'service.version': version,
    // Which process it was.
    'service.instance.id': `${hostname()}:${process.pid}`,
  })
  const resource = defaultResource()
    .merge(named)
    .merge(detectResources({ detectors: [envDetector] }))
  const provider = new TracerProvider({ resource, idGenerator: ids, spanProcessors: [batches] })
  const tracer = provider.getTracer('assay', version)
  const begin: Begin = (name, options, context) => tracer.startSpan(name, options, context)
  return {
    begin: (run, name, attributes) =>
      begun(begin, { name, attributes, kind: SpanKind.INTERNAL, within: identityOf(key, run) }),
    record(run, name, attributes) {
      const startTime = Date.parse(run.dispatched)
      const caller = readTraceParent(run.trace_parent)
      const context = caller ? trace.setSpanContext(ROOT_CONTEXT, remote(caller)) : ROOT_CONTEXT
      const span = ids.as(identityOf(key, run), () =>
        begin(name, { startTime, attributes: shown(attributes) }, context),
      )
      if (run.error !== undefined) fail(span, run.error)
      span.end(run.end === null ? undefined : Date.parse(run.end))
    },
    headerOf(run) {
      const { traceId: trace_id, spanId: span_id } = identityOf(key, run)
      return traceParentText({ trace_id, span_id })
    },
    counts: () => batches.counts(),
    async stop() {
      const given = new AbortController()
      const sent = provider.shutdown().catch(() => undefined)
      await Promise.race([sent, delay(stopMs, undefined, { signal: given.signal }).catch(() => undefined)])
      given.abort()
    },
  }
}

/** The run's own span: 16 and 8 bytes that any process with the key finds, so that none has to be told. */
function identityOf(key: Uint8Array, { id, dispatched, trace_parent }: TracedRun): SpanContext {
  const hexOf = (text: string) => createHmac('sha256', key).update(text).digest('hex')
  return remote({
    trace_id: readTraceParent(trace_parent)?.trace_id ?? hexOf(`operation ${id}`).slice(0, 32),
    span_id: hexOf(`operation ${id} dispatched ${dispatched}`).slice(0, 16),
  })
}

/** Recorded whatever the caller does with its own: every run is sent. */
const remote = ({ trace_id, span_id }: TraceParent): SpanContext => ({
  traceId: trace_id,
  spanId: span_id,
  traceFlags: TraceFlags.SAMPLED,
  isRemote: true,
})

/** Random identities, but for a span that is to have one that was derived. */
class DerivedIds implements IdGenerator {
  readonly #random = new RandomIdGenerator()
  #next: SpanContext | null = null

  generateTraceId = (): string => this.#next?.traceId ?? this.#random.generateTraceId()
  generateSpanId = (): string => this.#next?.spanId ?? this.#random.generateSpanId()

  as(identity: SpanContext, start: () => OtelSpan): OtelSpan {
    this.#next = identity
    try {
      return start()
    } finally {
      this.#next = null
    }
  }
}

type Begin = (name: string, options: SpanOptions, context: Context) => OtelSpan

function begun(
  begin: Begin,
  {
    name,
    attributes,
    kind,
    within,
  }: { name: string; attributes: SpanAttributes; kind: SpanKind; within: SpanContext },
): Span {
  const context = trace.setSpanContext(ROOT_CONTEXT, within)
  const span = begin(name, { kind, attributes: shown(attributes) }, context)
  let isOver = false
  return {
    begin: (name, attributes, kind = 'internal') =>
      begun(begin, {
        name,
        attributes,
        kind: kind === 'client' ? SpanKind.CLIENT : SpanKind.INTERNAL,
        within: span.spanContext(),
      }),
    note(attributes) {
      span.setAttributes(shown(attributes))
    },
    end(error) {
      if (isOver) return
      isOver = true
      if (error !== undefined) fail(span, error)
      span.end()
    },
  }
}

/** Without a sentence: those of sources quote values. */
function fail(span: OtelSpan, error: string): void {
  span.setAttribute('error.type', error)
  span.setStatus({ code: SpanStatusCode.ERROR })
}

function shown(attributes: SpanAttributes): Attributes {
  return Object.fromEntries(
    Object.entries(attributes).flatMap(([name, value]) => (value === null ? [] : [[name, value]])),
  )
}
