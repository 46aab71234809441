/** A span of some trace, by lower-case hexadecimal digits: 32 of the trace, 16 of the span. */
export interface TraceParent {
  trace_id: string
  span_id: string
}

const form = /^(?!ff)([0-9a-f]{2})-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-[0-9a-f]{2}(-.*)?$/

/** What a header `traceparent` of W3C Trace Context names, also one of a later version; null for any other text, and for none. */
export function readTraceParent(header: unknown): TraceParent | null {
  const [, version, trace_id, span_id, more] = form.exec(String(header)) ?? []
  if (trace_id === undefined || span_id === undefined) return null
  return version === '00' && more !== undefined ? null : { trace_id, span_id }
}

/** The header that names a span which is recorded. */
export const traceParentText = ({ trace_id, span_id }: TraceParent): string => `00-${trace_id}-${span_id}-01`
