/** What is told of a stretch of work beside its name and times; null: not told. Never a value of a row, a secret or words of a source. */
export type SpanAttributes = Readonly<Record<string, string | number | boolean | null>>

/** A stretch of work that goes on, as a trace shows it. */
export interface Span {
  /** A stretch within this one, which begins now; `client` is work that waits for another system (default: `internal`). */
  begin(name: string, attributes: SpanAttributes, kind?: 'internal' | 'client'): Span
  note(attributes: SpanAttributes): void
  /** The end, now; `error` is a word that is the same for all errors of a kind (default: it went well). Only the first call counts. */
  end(error?: string): void
}

/** A run from when it was last handed to the workers: what a resumed one did before is shown beside it, in the same trace. */
export interface TracedRun {
  id: number
  /** An ISO instant; equal in every process. */
  dispatched: string
  /** The header of whoever asked for the run, to whose trace it then belongs, see `readTraceParent`; null: it has a trace of its own. */
  trace_parent: string | null
}

/** Where traces of runs go to. Each run is a trace, or a part of its caller's; every process derives its identity by itself. Nothing here fails, or waits. */
export interface Tracing {
  /** A stretch within a run, which begins now. */
  begin(run: TracedRun, name: string, attributes: SpanAttributes): Span
  /** A run as a whole, once it has ended; `end` is an ISO instant, null for now. */
  record(
    run: TracedRun & { end: string | null; error?: string },
    name: string,
    attributes: SpanAttributes,
  ): void
  /** The header `traceparent` by which others join the trace of the run, below it. */
  headerOf(run: TracedRun): string
  /** Spans since the start of this process by what became of them; those that wait to be sent are in neither. */
  counts(): { sent: number; lost: number }
  /** Sends what waits, for a few seconds at most. */
  stop(): Promise<void>
}
