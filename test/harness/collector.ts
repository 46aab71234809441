import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A span as it was sent; ids in hexadecimal, times in milliseconds. */
export interface ReceivedSpan {
  trace_id: string
  span_id: string
  /** Empty for the first one of a trace. */
  parent_id: string
  name: string
  /** 1: internal, 3: client. */
  kind: number
  start: number
  end: number
  attributes: Record<string, string | number | boolean>
  has_failed: boolean
  /** What sent it. */
  resource: Record<string, string | number | boolean>
}

/** A collector of OpenTelemetry that keeps what it is sent. */
export interface Collector {
  /** Without a slash at its end. */
  url: string
  spans: ReceivedSpan[]
  /** All bodies as they came. */
  bodies: Buffer[]
  /** Headers of the last request. */
  headers: Record<string, unknown>
  /** Sets what becomes of a request from now on (at first: it is kept and answered with 200). */
  answer: ((response: ServerResponse) => void) | null
  close(): Promise<void>
}

/** Listens on any free port of this machine for OTLP over HTTP, as protobuf. */
export async function startCollector(): Promise<Collector> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      if (collector.answer) return collector.answer(response)
      const body = Buffer.concat(chunks)
      collector.headers = request.headers
      if (request.url !== '/v1/traces' || request.headers['content-type'] !== 'application/x-protobuf')
        return response.writeHead(404).end()
      collector.bodies.push(body)
      collector.spans.push(...spansOf(body))
      response.writeHead(200, { 'content-type': 'application/x-protobuf' }).end()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const collector: Collector = {
    url: `http://127.0.0.1:${port}`,
    spans: [],
    bodies: [],
    headers: {},
    answer: null,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return collector
}

/** A field of a protobuf message: a number, or bytes that are a text or a message. */
interface Field {
  number: number
  value: bigint
  bytes: Buffer
}

/** Numbers of fields as in opentelemetry/proto/trace/v1/trace.proto and its neighbours. */
function spansOf(request: Buffer): ReceivedSpan[] {
  return messages(request, 1).flatMap((ofResource) => {
    const resource = attributesOf(messages(ofResource, 1).flatMap((one) => messages(one, 1)))
    return messages(ofResource, 2).flatMap((ofScope) =>
      messages(ofScope, 2).map((span) => ({ ...spanOf(span), resource })),
    )
  })
}

function spanOf(span: Buffer): Omit<ReceivedSpan, 'resource'> {
  const [traceId, spanId, parentId, name] = [1, 2, 4, 5].map((number) => messages(span, number)[0])
  const [kind, start, end] = [6, 7, 8].map((number) => numberIn(span, number))
  const [status] = messages(span, 15)
  return {
    trace_id: traceId?.toString('hex') ?? '',
    span_id: spanId?.toString('hex') ?? '',
    parent_id: parentId?.toString('hex') ?? '',
    name: name?.toString() ?? '',
    kind: Number(kind),
    start: Number(start) / 1e6,
    end: Number(end) / 1e6,
    attributes: attributesOf(messages(span, 9)),
    has_failed: status !== undefined && numberIn(status, 3) === 2n,
  }
}

function attributesOf(pairs: readonly Buffer[]): ReceivedSpan['attributes'] {
  return Object.fromEntries(
    pairs.map((pair) => {
      const [value = Buffer.alloc(0)] = messages(pair, 2)
      const [first] = fieldsOf(value)
      const name = messages(pair, 1)[0]?.toString() ?? ''
      if (first?.number === 1) return [name, first.bytes.toString()]
      return [name, first?.number === 2 ? first.value === 1n : Number(first?.value)]
    }),
  )
}

const messages = (from: Buffer, number: number): Buffer[] =>
  fieldsOf(from).flatMap((field) => (field.number === number ? [field.bytes] : []))

const numberIn = (from: Buffer, number: number): bigint =>
  fieldsOf(from).find((field) => field.number === number)?.value ?? 0n

function fieldsOf(message: Buffer): Field[] {
  const fields: Field[] = []
  let at = 0
  const varint = (): bigint => {
    let value = 0n
    for (let shift = 0n; ; shift += 7n) {
      const byte = message[at++]
      if (byte === undefined) throw new Error('The message ends in the middle of a number.')
      value |= BigInt(byte & 0x7f) << shift
      if (byte < 0x80) return value
    }
  }
  while (at < message.length) {
    const key = Number(varint())
    const field: Field = { number: key >> 3, value: 0n, bytes: Buffer.alloc(0) }
    const kind = key & 7
    if (kind === 0) field.value = varint()
    else if (kind === 1) {
      field.value = message.readBigUInt64LE(at)
      at += 8
    } else if (kind === 2) {
      const length = Number(varint())
      field.bytes = message.subarray(at, at + length)
      at += length
    } else if (kind === 5) {
      field.value = BigInt(message.readUInt32LE(at))
      at += 4
    } else throw new Error(`A field of the kind ${kind} is not expected.`)
    fields.push(field)
  }
  return fields
}
