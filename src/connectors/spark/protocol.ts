import protobuf from 'protobufjs'

// The messages of Spark Connect that this client sends and reads, by the numbers of the protocol as `spark-connect` 4.2.0 publishes it
// (spark/connect/base.proto, relations.proto, expressions.proto and types.proto; Apache License 2.0), and of google.rpc.Status, in which
// errors are told. Members that nobody here looks at are left out: the format skips them.

type Member = { type: string; id: number; rule?: 'repeated'; keyType?: string }

const text = (id: number): Member => ({ type: 'string', id })
const message = (type: string, id: number): Member => ({ type, id })
const list = (type: string, id: number): Member => ({ type, id, rule: 'repeated' })
const textsTo = (type: string, id: number): Member => ({ keyType: 'string', type, id })

/** What every request says first; the last one is the session that the server has answered for, so that it takes no other in its place. */
const asker = (observed: number) => ({
  session_id: text(1),
  user_context: message('UserContext', 2),
  client_observed_server_side_session_id: text(observed),
})

/** The kinds of types that have members of their own; any other is known by its name alone. */
const kinds: Record<string, Member> = {
  null: message('Plain', 1),
  binary: message('Plain', 2),
  boolean: message('Plain', 3),
  byte: message('Plain', 4),
  short: message('Plain', 5),
  integer: message('Plain', 6),
  long: message('Plain', 7),
  float: message('Plain', 8),
  double: message('Plain', 9),
  decimal: message('Decimal', 10),
  string: message('Text', 11),
  char: message('BoundedText', 12),
  var_char: message('BoundedText', 13),
  date: message('Plain', 14),
  timestamp: message('Plain', 15),
  timestamp_ntz: message('Plain', 16),
  calendar_interval: message('Plain', 17),
  year_month_interval: message('Plain', 18),
  day_time_interval: message('Plain', 19),
  array: message('Plain', 20),
  struct: message('Struct', 21),
  map: message('Plain', 22),
  udt: message('Plain', 23),
  unparsed: message('Plain', 24),
  variant: message('Plain', 25),
  geometry: message('Plain', 26),
  geography: message('Plain', 27),
  time: message('Plain', 28),
}

const messages: Record<string, Record<string, Member>> = {
  UserContext: { user_id: text(1), user_name: text(2) },
  Literal: { string: text(13) },
  Attribute: { unparsed_identifier: text(1) },
  Expression: { literal: message('Literal', 1), unresolved_attribute: message('Attribute', 2) },
  Sql: { query: text(1), named_arguments: textsTo('Expression', 4) },
  DataSource: { format: text(1), schema: text(2), paths: list('string', 4) },
  Read: { data_source: message('DataSource', 2) },
  Project: { input: message('Relation', 1), expressions: list('Expression', 3) },
  Limit: { input: message('Relation', 1), limit: { type: 'int32', id: 2 } },
  Deduplicate: { input: message('Relation', 1), all_columns_as_keys: { type: 'bool', id: 3 } },
  Relation: {
    read: message('Read', 2),
    project: message('Project', 3),
    limit: message('Limit', 8),
    sql: message('Sql', 10),
    deduplicate: message('Deduplicate', 14),
  },
  View: { input: message('Relation', 1), name: text(2), replace: { type: 'bool', id: 4 } },
  Command: { create_dataframe_view: message('View', 3) },
  Plan: { root: message('Relation', 1), command: message('Command', 2) },
  ExecutePlanRequest: {
    ...asker(8),
    plan: message('Plan', 3),
    client_type: text(4),
    request_options: list('RequestOption', 5),
    operation_id: text(6),
    tags: list('string', 7),
  },
  RequestOption: { reattach_options: message('ReattachOptions', 1) },
  ReattachOptions: { reattachable: { type: 'bool', id: 1 } },
  ReattachExecuteRequest: {
    ...asker(6),
    operation_id: text(3),
    client_type: text(4),
    last_response_id: text(5),
  },
  ReleaseExecuteRequest: {
    ...asker(7),
    operation_id: text(3),
    client_type: text(4),
    release_all: message('Plain', 5),
  },
  ReleaseExecuteResponse: {},
  ExecutePlanResponse: {
    arrow_batch: message('ArrowBatch', 2),
    schema: message('DataType', 7),
    response_id: text(13),
    result_complete: message('Plain', 14),
    execution_progress: message('Progress', 18),
  },
  Progress: { stages: list('Stage', 1) },
  Stage: { num_tasks: { type: 'int64', id: 2 }, num_completed_tasks: { type: 'int64', id: 3 } },
  ArrowBatch: { data: { type: 'bytes', id: 2 } },
  KeyValue: { key: text(1), value: text(2) },
  ConfigSet: { pairs: list('KeyValue', 1) },
  ConfigKeys: { keys: list('string', 1) },
  ConfigOperation: { set: message('ConfigSet', 1), get_option: message('ConfigKeys', 4) },
  ConfigRequest: { ...asker(8), operation: message('ConfigOperation', 3), client_type: text(4) },
  ConfigResponse: { pairs: list('KeyValue', 2), server_side_session_id: text(4) },
  InterruptRequest: {
    ...asker(7),
    client_type: text(3),
    interrupt_type: { type: 'int32', id: 4 },
    operation_id: text(6),
  },
  InterruptResponse: { interrupted_ids: list('string', 2) },
  ReleaseSessionRequest: {
    session_id: text(1),
    user_context: message('UserContext', 2),
    client_type: text(3),
  },
  ReleaseSessionResponse: {},
  Plain: {},
  Decimal: { scale: { type: 'int32', id: 1 }, precision: { type: 'int32', id: 2 } },
  Text: { collation: text(2) },
  BoundedText: { length: { type: 'int32', id: 1 }, collation: text(3) },
  StructField: { name: text(1), data_type: message('DataType', 2) },
  Struct: { fields: list('StructField', 1) },
  DataType: kinds,
  Status: { details: list('Any', 3) },
  Any: { type_url: text(1), value: { type: 'bytes', id: 2 } },
  ErrorInfo: { reason: text(1), metadata: textsTo('string', 3) },
}

const root = protobuf.Root.fromJSON({
  nested: Object.fromEntries(Object.entries(messages).map(([name, fields]) => [name, { fields }])),
})

/** The bytes of a message, and what is in them: members as the protocol calls them, those that are not set left out. */
export interface Codec<Message> {
  encode(message: Message): Buffer
  decode(bytes: Uint8Array): Message
}

/** The codec of the message of this name; the descriptor above is what makes `Message` true. */
function codec<Message extends object>(name: string): Codec<Message> {
  const type = root.lookupType(name)
  return {
    encode: (message) => Buffer.from(type.encode(type.fromObject(message)).finish()),
    decode: (bytes) => type.toObject(type.decode(bytes), { arrays: true, longs: Number }) as Message,
  }
}

/** Whoever asks, at the head of every request. */
export interface Asker {
  session_id: string
  user_context: { user_id: string; user_name: string }
  client_observed_server_side_session_id?: string
  client_type: string
}

/** A type of the server: one member, the kind; see `kinds`. */
export type DataType = Readonly<Record<string, TypeMembers>>

/** What kinds of types say beside their name; which of them depends on the kind. */
export interface TypeMembers {
  precision?: number
  scale?: number
  length?: number
  collation?: string
  fields?: { name?: string; data_type?: DataType }[]
}

/** The rows of a text with values for the names in it, of files, or of another relation. */
export type Relation =
  | { sql: { query: string; named_arguments: Record<string, { literal: { string: string } }> } }
  | { read: { data_source: FilesRead } }
  | { project: { input: Relation; expressions: { unresolved_attribute: { unparsed_identifier: string } }[] } }
  | { limit: { input: Relation; limit: number } }
  | { deduplicate: { input: Relation; all_columns_as_keys: true } }

/** Files to read; the schema is that of a declaration of columns. */
interface FilesRead {
  format: 'parquet'
  schema: string
  paths: string[]
}

/** A query, or the only command that this client sends: a view that the session alone has, and that goes with it. */
export type Plan =
  | { root: Relation }
  | { command: { create_dataframe_view: { input: Relation; name: string; replace: true } } }

/** A plan to execute. */
export interface ExecuteRequest extends Asker {
  plan: Plan
  operation_id: string
  tags: string[]
  /** Left out: the server drops what nobody reads, and does the work to its end. */
  request_options?: { reattach_options: { reattachable: boolean } }[]
}

interface ReattachRequest extends Asker {
  operation_id: string
  /** The message after which the answer goes on; left out: from its beginning. */
  last_response_id?: string
}

interface ReleaseRequest extends Asker {
  operation_id: string
  release_all: object
}

/** One message of the answer to a statement. */
export interface ExecuteAnswer {
  /** The tasks of each stage that the server has begun; 0 is left out. */
  execution_progress?: { stages: { num_tasks?: number; num_completed_tasks?: number }[] }
  schema?: DataType
  arrow_batch?: { data?: Uint8Array }
  response_id?: string
  /** The last message of a statement that can be attached to again. */
  result_complete?: object
}

interface ConfigRequest extends Asker {
  operation: { set: { pairs: { key: string; value: string }[] } } | { get_option: { keys: string[] } }
}

interface ConfigAnswer {
  /** The settings asked for; one that the server does not know has no value. */
  pairs: { key?: string; value?: string }[]
  server_side_session_id?: string
}

interface InterruptRequest extends Asker {
  interrupt_type: number
  operation_id: string
}

/** The type of an interrupt that names a statement by its id. */
export const interruptOperation = 3

/** A request and its answer, by the name of the call. */
export const calls = {
  ExecutePlan: {
    request: codec<ExecuteRequest>('ExecutePlanRequest'),
    answer: codec<ExecuteAnswer>('ExecutePlanResponse'),
  },
  Config: {
    request: codec<ConfigRequest>('ConfigRequest'),
    answer: codec<ConfigAnswer>('ConfigResponse'),
  },
  ReattachExecute: {
    request: codec<ReattachRequest>('ReattachExecuteRequest'),
    answer: codec<ExecuteAnswer>('ExecutePlanResponse'),
  },
  ReleaseExecute: {
    request: codec<ReleaseRequest>('ReleaseExecuteRequest'),
    answer: codec<object>('ReleaseExecuteResponse'),
  },
  Interrupt: {
    request: codec<InterruptRequest>('InterruptRequest'),
    answer: codec<{ interrupted_ids?: string[] }>('InterruptResponse'),
  },
  ReleaseSession: {
    request: codec<Asker>('ReleaseSessionRequest'),
    answer: codec<object>('ReleaseSessionResponse'),
  },
}

const status = codec<{ details: { type_url?: string; value?: Uint8Array }[] }>('Status')
const errorInfo = codec<{ reason?: string; metadata?: Record<string, string> }>('ErrorInfo')

/** What the server says of an error in a form for programs: the name of the exception, and members such as `sqlState`. */
export interface ErrorInfo {
  reason: string
  metadata: Record<string, string>
}

/** Of the details of a status; null when they hold none. */
export function errorInfoIn(details: Uint8Array): ErrorInfo | null {
  const info = status
    .decode(details)
    .details.find(({ type_url = '' }) => type_url.endsWith('/google.rpc.ErrorInfo'))
  if (!info) return null
  const { reason = '', metadata = {} } = errorInfo.decode(info.value ?? new Uint8Array())
  return { reason, metadata }
}
