import type { Integrations } from '../channels/integrations.ts'
import type { Machine } from '../connectors/shared/machine.ts'
import type { SecretBox } from '../kernel/secret-box.ts'
import type { Span, Tracing } from '../kernel/tracing.ts'
import type { Principal } from '../model/principal.ts'
import type { ServiceSetting } from '../model/service-setting.ts'
import type { Clock } from '../store/clock.ts'
import type { Store } from '../store/pool.ts'
import type { IdentityProvider } from './oidc/provider.ts'

/** Bounds for reading people's data, from the settings; see config.ts for units and defaults. */
interface SourceSettings {
  allowed_paths: readonly string[]
  /** Folders in which sockets of database servers may be opened (default none). */
  allowed_sockets?: readonly string[]
  /** Scratch space below ASSAY_HOME; every session gets a folder of its own in it. */
  scratch_folder: string
  /** MiB for one session's embedded engine. */
  engine_memory_mb: number
  /** Files of a container that are copied before it is noted how far the copy has come, MiB (default 256). */
  copy_step_mb?: number
  /** Scratch space for the copied rows of one join over datastores, MiB (default 10,240). */
  join_scratch_mb?: number
  /** Scratch space for the objects that one session has fetched, MiB (default 10,240). */
  object_scratch_mb?: number
  /** What connections may use of the credentials of this machine (default: nothing). */
  machine?: Machine
  /** See SessionBounds. */
  scratch_table_seconds?: number
  statement_timeout_seconds: number
  check_timeout_seconds: number
  /** Fewest rows, on average, of the partitions that a table is cut into. */
  rows_per_partition: number
  /** Seconds that a file must have been at rest before a later scan may tell that it is unchanged (default 5). */
  settled_seconds?: number
  /** False when every scan reads every partition again (default true). */
  keeps_unchanged?: boolean
  /** False when every check is judged by reading rows (default true: by what the source guarantees, where that is enough). */
  proves_checks?: boolean
  /** Largest body with given rows, MiB (default 64). */
  upload_mb?: number
  /** True when CSV files keep texts that a spreadsheet would run (default: they are made harmless). */
  keeps_csv_formulas?: boolean
}

/** Members of a log line, none of which is a held value: those are symbols to the compiler. */
type Loggable<Details> = {
  [Name in keyof Details]: Extract<Details[Name], symbol> extends never ? Details[Name] : never
}

/** Where a message goes that is for operators, not for callers. Structured members first, sentence second (as pino). */
export interface Log {
  info<Details extends object>(details: Loggable<Details>, sentence: string): void
  warn<Details extends object>(details: Loggable<Details>, sentence: string): void
  error<Details extends object>(details: Loggable<Details>, sentence: string): void
}

/** The values that the parts of the service share, made once in main.ts. */
export interface Environment {
  store: Store
  clock: Clock
  secrets: SecretBox
  sources: SourceSettings
  integrations: Integrations
  /** By which people sign in beside tokens (default: none). */
  provider?: IdentityProvider | null
  /** Those of this process, for Admins to look at (default: none are told). */
  settings?: readonly ServiceSetting[]
  log: Log
  /** Where traces of runs go to (default: nowhere). */
  tracing?: Tracing | null
  /** The work in hand, in the trace of its run (default and undefined: there is none, or no trace). */
  span?: Span | undefined
}

/** Where a request came in, e.g. `POST /operations/run` from `10.0.0.7`. */
export interface Origin {
  endpoint: string
  ip_address: string
  /** The name and version that an agent gave itself (default: no agent asks). */
  agent?: string
  /** The header `traceparent` of the request, whatever it holds (default: it had none). */
  trace_parent?: string
}

/** The first argument of the few verbs that let somebody in: nobody is known to ask. */
export interface Visitor extends Environment {
  /** The request behind it, for the audit log; absent when the service acts by itself. */
  origin?: Origin
}

/** The first argument of every other verb: the environment and who is asking. */
export interface Context extends Visitor {
  principal: Principal
}
