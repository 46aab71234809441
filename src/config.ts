import { delimiter, resolve } from 'node:path'
import { Type, type TSchema } from 'typebox'
import { Check } from 'typebox/value'
import { signInSettings } from './access/oidc/settings.ts'
import { channelSettings } from './channels/create-integrations.ts'
import { machineCredentials, onlyVendors, type Machine } from './connectors/shared/machine.ts'
import {
  setting,
  text,
  webAddress,
  wholeNumber,
  words,
  type Setting,
  type ValuesOf,
} from './kernel/setting.ts'
import type { ServiceSetting } from './model/service-setting.ts'
import { usualSilenceSeconds } from './store/pool.ts'

/** The parts of the service that a process can run; by default all. */
const parts = ['api', 'worker', 'scheduler'] as const
const logLevels = ['debug', 'info', 'warn', 'error', 'silent'] as const

/** Every setting of the service but those of channels, by its name in the code. Those that one room alone reads stand there. */
const settings = {
  host: setting({
    variable: 'ASSAY_HOST',
    schema: text,
    expected: 'an address or a host name',
    fallback: '127.0.0.1',
    sentence: 'The address to listen on. `0.0.0.0` listens on every one; put TLS in front of it.',
  }),
  port: setting({
    variable: 'ASSAY_PORT',
    ...wholeNumber(0, 65_535),
    fallback: 8080,
    sentence: 'The port to listen on. `0` takes any free one; the ready line names it.',
  }),
  home: setting({
    variable: 'ASSAY_HOME',
    schema: text,
    expected: 'a folder',
    fallback: './.assay',
    sentence: 'The folder of everything the service keeps by itself. One service at a time may use it.',
  }),
  ephemeral: setting({
    variable: 'ASSAY_EPHEMERAL',
    schema: Type.Enum(['no', 'yes']),
    expected: 'no or yes',
    fallback: 'no',
    sentence:
      '`yes`: a service that leaves nothing behind. ASSAY_HOME must be an empty folder or absent and is removed at the end, the embedded PostgreSQL does not wait for the disk, and the service ends when its standard input does.',
  }),
  databaseUrl: setting({
    variable: 'DATABASE_URL',
    schema: Type.Union([Type.String({ pattern: '^postgres(ql)?://' }), Type.Null()]),
    expected: 'postgresql://user:password@host:port/database',
    fallback: null,
    absent: 'the embedded PostgreSQL, kept in ASSAY_HOME',
    sentence: 'A PostgreSQL 14 or newer for the state of the service.',
    secret: true,
  }),
  secretKey: setting({
    variable: 'ASSAY_SECRET_KEY',
    schema: Type.Union([Type.String({ minLength: 32 }), Type.Null()]),
    expected: 'random text of at least 32 characters',
    fallback: null,
    absent: 'made at the first start and kept in ASSAY_HOME, readable by its owner only',
    sentence:
      'The key that seals stored passwords and signs API tokens. Services that share a database share the key.',
    secret: true,
  }),
  parts: setting({
    variable: 'ASSAY_ROLE',
    schema: words(parts),
    expected: `some of ${parts.join(', ')}, separated by commas`,
    fallback: [...parts],
    sentence: 'What this process does: answers requests, works on runs, fires schedules.',
  }),
  allowedPaths: setting({
    variable: 'ASSAY_ALLOWED_PATHS',
    schema: Type.Array(text),
    expected: `folders separated by "${delimiter}"`,
    fallback: [],
    absent: 'the working folder and ASSAY_HOME',
    sentence: 'The folders in which connections to local files may read and write.',
  }),
  allowedSockets: setting({
    variable: 'ASSAY_ALLOWED_SOCKETS',
    schema: Type.Array(text),
    expected: `folders separated by "${delimiter}"`,
    fallback: [],
    absent: 'no sockets',
    sentence:
      'The folders in which connections may open the sockets of database servers on this machine, such as `/run/postgresql`. Such a server may let in the account that the service runs as without a password.',
  }),
  engineMemoryMb: setting({
    variable: 'ASSAY_ENGINE_MEMORY_MB',
    ...wholeNumber(64, 1_048_576),
    fallback: 384,
    sentence:
      'MiB of memory for one session of the embedded engine; beyond it, it spills to ASSAY_HOME. It runs in a process of its own, which is ended when it takes 512 MiB more than that.',
  }),
  copyStepMb: setting({
    variable: 'ASSAY_COPY_STEP_MB',
    ...wholeNumber(1, 104_857_600),
    fallback: 256,
    sentence:
      'MiB of files after which a materialize keeps what it has copied of a container with many files: stopped or killed, it goes on from there. A store that writes a table anew to add rows, such as a folder of files, gets all at once.',
  }),
  joinScratchMb: setting({
    variable: 'ASSAY_JOIN_SCRATCH_MB',
    ...wholeNumber(1, 104_857_600),
    fallback: 10_240,
    sentence:
      'MiB below ASSAY_HOME that the copied rows of one computed join over two datastores may take; a join that needs more fails and says so.',
  }),
  objectScratchMb: setting({
    variable: 'ASSAY_OBJECT_SCRATCH_MB',
    ...wholeNumber(1, 104_857_600),
    fallback: 10_240,
    sentence:
      'MiB below ASSAY_HOME that the objects which one session has fetched from an object store may take, and a table on its way into one. Objects that a later statement does not read make room; what needs more at once fails and says so.',
  }),
  machineCredentials: setting({
    variable: 'ASSAY_MACHINE_CREDENTIALS',
    schema: Type.Array(Type.Enum(machineCredentials)),
    expected: `some of ${machineCredentials.join(', ')}, separated by commas`,
    fallback: [],
    absent: 'none',
    sentence:
      'The credentials of this machine that connections to object stores may use, see [object stores](../guide/object-stores.md). Whoever may make connections then reads what these credentials may read.',
  }),
  scratchTableSeconds: setting({
    variable: 'ASSAY_SCRATCH_TABLE_SECONDS',
    ...wholeNumber(1, 31_536_000),
    fallback: 86_400,
    sentence:
      'Seconds after which a table that a killed process has left in the scratch schema of an engine is dropped by the next one that uses the schema; longer than any part of a run takes.',
  }),
  statementTimeoutSeconds: setting({
    variable: 'ASSAY_STATEMENT_TIMEOUT_SECONDS',
    ...wholeNumber(1, 604_800),
    fallback: 3600,
    sentence: 'Seconds after which a statement in a datastore is cancelled.',
  }),
  checkTimeoutSeconds: setting({
    variable: 'ASSAY_CHECK_TIMEOUT_SECONDS',
    ...wholeNumber(1, 604_800),
    fallback: 600,
    sentence:
      'The same for a statement that evaluates a filter, an expression or a pattern of a check, which may take any time whatever the number of rows. The checks that it was for are then tried apart, and those that take as long again are unasserted; checks without such parts are judged all the same.',
  }),
  rowsPerPartition: setting({
    variable: 'ASSAY_ROWS_PER_PARTITION',
    ...wholeNumber(1, 1_000_000_000),
    fallback: 100_000,
    sentence:
      'The fewest rows, on average, of the partitions that a table with a partition field is cut into; a smaller table stays whole.',
  }),
  unchangedPartitions: setting({
    variable: 'ASSAY_UNCHANGED_PARTITIONS',
    schema: Type.Enum(['keep', 'read']),
    expected: 'keep or read',
    fallback: 'keep',
    sentence:
      'What a full scan does with files whose bytes and checks are as at the last full scan: `keep` keeps what that found, `read` reads them again. A scan with `force` reads everything either way.',
  }),
  proofs: setting({
    variable: 'ASSAY_PROOFS',
    schema: Type.Enum(['believe', 'read']),
    expected: 'believe or read',
    fallback: 'believe',
    sentence:
      'What a scan does with checks that the source guarantees without its rows, such as `notNull` by the null counts of a Parquet file or by NOT NULL in a database: `believe` lets them pass and says how they were proven, `read` counts their rows all the same.',
  }),
  settledSeconds: setting({
    variable: 'ASSAY_SETTLED_SECONDS',
    ...wholeNumber(0, 86_400),
    fallback: 5,
    sentence:
      'Seconds that a file must have been at rest when it is read before later scans may take it for unchanged. Two changes within one tick of the clock of a file system leave the same time; on one whose clock is behind that of the service, set it to more than the difference.',
  }),
  uploadMb: setting({
    variable: 'ASSAY_UPLOAD_MB',
    ...wholeNumber(1, 256),
    fallback: 64,
    sentence:
      'MiB of the rows that may be given to one external scan; more are refused before they are read. They are held in memory while they are taken in, and in the database until the scan has ended.',
  }),
  workerConcurrency: setting({
    variable: 'ASSAY_WORKER_CONCURRENCY',
    ...wholeNumber(1, 64),
    fallback: 2,
    sentence:
      'How many units of work the worker does at a time; each may use the memory of ASSAY_ENGINE_MEMORY_MB. When all of them have been at work for seconds and other datastores wait, up to as many again are done for those. A connection may set a lower limit over all workers.',
  }),
  leaseSeconds: setting({
    variable: 'ASSAY_LEASE_SECONDS',
    ...wholeNumber(2, 3600),
    fallback: 10,
    sentence: 'Seconds of silence after which the work of a worker is given to another.',
  }),
  stateSilenceSeconds: setting({
    variable: 'ASSAY_STATE_SILENCE_SECONDS',
    ...wholeNumber(2, 3600),
    fallback: usualSilenceSeconds,
    sentence:
      'Seconds without an answer on a connection to the database of the service, after which another connection looks whether the server is at work for it. If not, the connection is given up and its session ended: a network may drop connections without closing them.',
  }),
  csvFormulas: setting({
    variable: 'ASSAY_CSV_FORMULAS',
    schema: Type.Enum(['defuse', 'keep']),
    expected: 'defuse or keep',
    fallback: 'defuse',
    sentence:
      'What CSV downloads do with texts that a spreadsheet would run as formulas: `defuse` writes an apostrophe before them, `keep` writes them as they are. JSON answers are exact either way.',
  }),
  allowedTargets: setting({
    variable: 'ASSAY_ALLOWED_TARGETS',
    schema: Type.Array(text),
    expected: 'hosts, addresses or CIDR ranges, separated by commas',
    fallback: [],
    absent: 'public hosts only',
    sentence:
      'Where notifications may be sent, and the provider of single sign-on be asked, besides public hosts. A name allows every address that it leads to.',
  }),
  publicUrl: setting({
    variable: 'ASSAY_PUBLIC_URL',
    schema: Type.Union([webAddress, Type.Null()]),
    expected: 'https://host/path',
    fallback: null,
    absent: 'links are paths, such as `/api/anomalies/7`',
    sentence: 'The address under which people reach this service; links in messages begin with it.',
  }),
  ...signInSettings,
  messagesPerMinute: setting({
    variable: 'ASSAY_MESSAGES_PER_MINUTE',
    ...wholeNumber(1, 1_000_000),
    fallback: 1000,
    sentence:
      'How many messages of flows a channel sends in a minute, over all processes; the others wait for the next one.',
  }),
  tracesEndpoint: setting({
    variable: 'OTEL_EXPORTER_OTLP_ENDPOINT',
    schema: Type.Union([Type.String({ pattern: String.raw`^https?://[^\s@]+$` }), Type.Null()]),
    expected: 'https://host:port, without a user name',
    fallback: null,
    absent: 'no traces',
    sentence:
      'A collector of OpenTelemetry, which gets a trace of each run by OTLP over HTTP: the run, its units of work and their statements in the source, without values. What it asks for beside the address is set by `OTEL_EXPORTER_OTLP_HEADERS`, `_CERTIFICATE` and `_COMPRESSION`, and how the service is called there by `OTEL_SERVICE_NAME` and `OTEL_RESOURCE_ATTRIBUTES`.',
  }),
  logLevel: setting({
    variable: 'ASSAY_LOG_LEVEL',
    schema: Type.Enum(logLevels),
    expected: `one of ${logLevels.join(', ')}`,
    fallback: 'info',
    sentence: 'The least serious messages that go to standard error, one JSON object a line.',
  }),
}

/** Every setting; those of channels are the last. */
export const everySetting: readonly Setting<TSchema>[] = [
  ...Object.values<Setting<TSchema>>(settings),
  ...Object.values(channelSettings),
]

/** All settings, checked. `home` and the folders of `allowedPaths` and `allowedSockets` are absolute. */
export type Config = ValuesOf<typeof settings> & {
  /** Those that channels declare, by their variables. */
  readonly ofChannels: Readonly<Record<string, unknown>>
}

/** Reads the settings from environment variables; an empty one counts as absent. Throws a sentence about the first bad one. */
export function loadConfig(environment: Record<string, string | undefined> = process.env): Config {
  const valuesOf = (all: Readonly<Record<string, Setting<TSchema>>>) =>
    Object.fromEntries(Object.entries(all).map(([name, one]) => [name, read(one, environment[one.variable])]))
  const values: unknown = { ...valuesOf(settings), ofChannels: Object.freeze(valuesOf(channelSettings)) }
  // `read` has compared each value with the schema that its type comes from.
  const config = values as { -readonly [Name in keyof Config]: Config[Name] }
  config.home = resolve(config.home)
  config.parts = [...new Set(config.parts)]
  const folders = config.allowedPaths.length > 0 ? config.allowedPaths : ['.', config.home]
  config.allowedPaths = folders.map((folder) => resolve(folder))
  config.allowedSockets = config.allowedSockets.map((folder) => resolve(folder))
  return Object.freeze(config)
}

/** What connections may use of the credentials of this machine; the vendors say where they are by variables of their own. */
export const machineOf = (
  { machineCredentials: allowed }: Config,
  variables: Record<string, string | undefined> = process.env,
): Machine => ({ allowed, variables: allowed.length === 0 ? {} : onlyVendors(variables) })

/** The settings as people may see them: what is in force, and what the variable or the default gave; no secrets. */
export function tellSettings(
  config: Config,
  environment: Record<string, string | undefined> = process.env,
): ServiceSetting[] {
  return [
    ...Object.entries(settings).map(([name, one]) => told(one, config[name as keyof Config], environment)),
    ...Object.entries(channelSettings).map(([variable, one]) =>
      told(one, config.ofChannels[variable], environment),
    ),
  ]
}

function told(
  one: Setting<TSchema>,
  given: unknown,
  environment: Record<string, string | undefined>,
): ServiceSetting {
  const { variable, expected, sentence, secret = false, fallback } = one
  const value = written(one, given)
  return {
    variable,
    value: secret || value === '' ? null : value,
    is_set: (environment[variable]?.trim() ?? '') !== '',
    secret,
    expected,
    meaning: sentence,
    unset: one.absent ?? written(one, fallback),
  }
}

/** A value as the variable would have it; empty for none. */
function written(one: Setting<TSchema>, value: unknown): string {
  return Array.isArray(value) ? value.join(separatorOf(one)) : String(value ?? '')
}

function read(one: Setting<TSchema>, given: string | undefined): unknown {
  const trimmed = given?.trim() ?? ''
  if (trimmed === '') return one.fallback
  const value = parse(one, trimmed)
  if (Check(one.schema, value)) return value
  const shown = one.secret ? 'is not usable' : `is "${trimmed}"`
  throw new Error(`${one.variable} ${shown}; expected ${one.expected}.`)
}

/** Text that is not a number stays text, so that the schema refuses it. */
function parse(one: Setting<TSchema>, given: string): unknown {
  const { schema } = one
  if (Type.IsInteger(schema)) return /^\d+$/.test(given) ? Number(given) : given
  if (!Type.IsArray(schema)) return given
  return given
    .split(separatorOf(one))
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
}

function separatorOf({ variable }: Setting<TSchema>): string {
  const folders = [settings.allowedPaths, settings.allowedSockets]
  return folders.some((one) => one.variable === variable) ? delimiter : ','
}
