import { ExportResultCode, type ExportResult } from '@opentelemetry/core'
import {
  BatchSpanProcessor,
  type ReadableSpan,
  type SpanExporter,
  type SpanProcessor,
} from '@opentelemetry/sdk-trace'

/** Spans that wait at most, in one process. */
const mostWaiting = 8192

/** The time between two sentences about lost spans, milliseconds. */
const silenceMs = 60_000

/** Hears a sentence about spans that nobody will see, at most once a minute. */
export type OnLost = (sentence: string) => void

/** Batches of spans on their way out, with their numbers: what comes while too many wait is lost. */
export interface CountedBatches extends SpanProcessor {
  counts(): { sent: number; lost: number }
}

/** The library's batches, which do not say how many they lose; one may take `sendMs` milliseconds. */
export function countedBatches(exporter: SpanExporter, sendMs: number, onLost: OnLost): CountedBatches {
  let waiting = 0
  const counted = { sent: 0, lost: 0 }
  let told = { at: -Infinity, lost: 0 }
  const lose = (spans: number, reason: string): void => {
    counted.lost += spans
    const now = performance.now()
    if (now - told.at < silenceMs) return
    onLost(`Traces are incomplete, ${counted.lost - told.lost} spans of them were lost: ${reason}`)
    told = { at: now, lost: counted.lost }
  }
  const counting: SpanExporter = {
    export(spans, done) {
      exporter.export(spans, (result: ExportResult) => {
        waiting -= spans.length
        if (result.code === ExportResultCode.SUCCESS) counted.sent += spans.length
        else lose(spans.length, result.error?.message ?? 'the collector refused them.')
        done(result)
      })
    },
    shutdown: () => exporter.shutdown(),
  }
  const batches = new BatchSpanProcessor({
    exporter: counting,
    maxQueueSize: mostWaiting,
    exportTimeoutMillis: sendMs,
  })
  return {
    counts: () => ({ ...counted }),
    onStart: (...given) => batches.onStart(...given),
    onEnd(span: ReadableSpan) {
      if (waiting >= mostWaiting) return lose(1, `${mostWaiting} others wait to be sent.`)
      waiting += 1
      batches.onEnd(span)
    },
    forceFlush: () => batches.forceFlush(),
    shutdown: () => batches.shutdown(),
  }
}
