import type { TObject } from 'typebox'
import type { Cell } from '../kernel/cell.ts'
import { ServiceError } from '../kernel/errors.ts'
import { hold, type Held } from '../kernel/held.ts'
import type {
  ContainerReference,
  ContainerType,
  FileLayout,
  FileOptions,
  Partition,
  TableType,
} from '../model/container.ts'
import type { ComputePlace, FilePattern, StoreType } from '../model/datastore.ts'
import type { DiscoveredField, FieldType } from '../model/field.ts'
import type { SourceKey } from '../model/identity.ts'
import type { NumberedRows, Relation } from '../sql/ast.ts'
import type { Dialect } from '../sql/dialect.ts'
import type { Statement } from '../sql/print.ts'
import type { Machine } from './shared/machine.ts'
import type { ReadableFiles, Writer } from './writer.ts'

/** A connection with its secrets in clear, alive only while a session is opened. Members outside a connector's schema are ignored. */
export interface ConnectionValues {
  host?: string | null
  port?: number | null
  username?: string | null
  password?: string | null
  uri?: string | null
  access_key?: string | null
  secret_key?: string | null
  session_token?: string | null
  credentials_payload?: string | null
  parameters?: Record<string, unknown>
}

/** The part of a connection that a datastore stands for; null members are not set. */
export interface DatastoreTarget {
  database: string | null
  schema: string | null
  root_path: string | null
  /** The patterns by which people make containers of files, in order; the first that a file fits counts (default none). */
  file_patterns?: readonly FilePattern[]
}

/** A member of DatastoreTarget that says where in the source the datastore is. */
export type TargetMember = Exclude<keyof DatastoreTarget, 'file_patterns'>

/** The bounds that a session must keep to. */
export interface SessionBounds {
  /** Memory of an embedded engine, MiB; it spills to `scratch_folder` beyond that. */
  memory_mb: number
  /** A folder that exists and belongs to this session alone; the caller removes it after close. */
  scratch_folder: string
  /** For the objects of an object store that a session has fetched, MiB of `scratch_folder` (default 10,240). */
  object_scratch_mb?: number
  /** Absolute, real paths; files outside them are refused, through symbolic links too. */
  allowed_paths: readonly string[]
  /** Absolute folders in which sockets of database servers may be opened (default none). */
  allowed_sockets?: readonly string[]
  /** What connections may use of the credentials of this machine (default: nothing). */
  machine?: Machine
  /** A statement that runs longer is cancelled, seconds. */
  statement_timeout_seconds: number
  /** The same for a statement with an expression or pattern that a person wrote, where that is sooner (default: the same time). */
  check_timeout_seconds?: number
  /** For so long a file must have been at rest before its time of change is taken for proof that its bytes are the same, seconds (default 5). */
  settled_seconds?: number
  /** The time within which a server that is asked by requests must answer the first one, which may wait in a queue there, seconds (default 30). */
  first_answer_seconds?: number
  /** After so long a table that a process left in a scratch schema is dropped by another one, seconds (default a day). */
  scratch_table_seconds?: number
  /** Aborting cancels the running statement in the source. */
  signal: AbortSignal
}

/** A container as the source lists it. */
export interface DiscoveredContainer {
  name: string
  container_type: Extract<ContainerType, 'table' | 'file'>
  /** `table` or `view` for tables, null for files. */
  table_type: TableType | null
  /** Why it cannot be read although it is listed; null when it can. */
  unloadable: string | null
  fields: DiscoveredField[]
  partitions: Partition[]
  /** The key by which the source itself identifies its rows; null or left out when it declares none. */
  key?: SourceKey | null
  /** The format of its files; absent for tables. */
  file_layout?: FileLayout | null
  /** Sentences about what a person may want to change; absent means none. */
  remarks?: string[]
}

/** A container as it was known before it is read again. */
export interface KnownContainer {
  file_options: FileOptions
  /** Fields that keep their types: a value that does not fit is a failure. */
  fields: readonly DiscoveredField[]
}

/** A result: the columns with their types, and rows in the same order. */
export interface Rows {
  columns: { name: string; type: FieldType }[]
  rows: Cell[][]
  /** How long the source was waited for before this was asked, milliseconds (default: it was asked then, and only then). */
  waited_ms?: number
}

/** What a source guarantees of a field in all rows of a partition. */
export interface FieldGuarantee {
  /** True: no row has NULL in it. */
  is_present: boolean
  /** Between which values lies every one that is not NULL; null where that is not known. */
  bounds: ValueBounds | null
  /** Every value that is not NULL is one of these texts (default: not known). */
  texts?: readonly string[]
  /** What guarantees it, in words that follow "Proven by". */
  by: string
}

/** Bounds in digits or as ISO 8601 in UTC, both included unless they are said to be excluded; null: there is none on that side. */
export interface ValueBounds {
  kind: 'number' | 'date' | 'timestamp'
  least: string | null
  greatest: string | null
  /** No value is as small as the least (default: one may be). */
  excludes_least?: boolean
  /** No value is as great as the greatest (default: one may be). */
  excludes_greatest?: boolean
}

/** Fields in which no two rows of a container have the same values, but for rows with NULL in one of them. */
export interface KeyGuarantee {
  fields: readonly string[]
  /** What guarantees it, in words that follow "Proven by". */
  by: string
}

/**
 * An open, read-only view of one datastore, one statement at a time. Where the store has transactions, everything a
 * session reads comes from one snapshot. It is closed exactly once, also after errors.
 */
export interface Session {
  readonly dialect: Dialect
  /** True when the rows of a relation are brought from elsewhere before a statement that names it, also before one that looks at none (default: false). */
  readonly bringsRows?: boolean
  /**
   * Every container of the datastore with its fields and partitions; one that cannot be read comes with `unloadable` set.
   * `known` are containers of earlier syncs by name (default none), for stores whose files do not tell how they are read.
   */
  discover(known?: ReadonlyMap<string, KnownContainer>): AsyncIterable<DiscoveredContainer>
  /** One container as `discover` shows it, for a store of files. Throws RunFailure when there are no such files. */
  discoverOne?(name: string, known: KnownContainer): Promise<DiscoveredContainer>
  /** The entries that `discover` passes over because the store cannot read them, for a store of files. */
  skipped?(): { name: string; reason: string }[]
  /**
   * The container as it stands now. Throws RunFailure with a sentence (gone, denied, corrupt, ragged, wrong encoding).
   * `known` are the fields of the last sync: text files keep those types instead of finding them again from every value.
   */
  describe(
    container: ContainerReference,
    known?: readonly DiscoveredField[],
  ): Promise<Pick<DiscoveredContainer, 'fields' | 'partitions' | 'remarks'>>
  /**
   * The partitions of a container as `describe` tells them, without opening any: those of the listing with which the session was opened
   * or renewed. Throws RunFailure for a container that is gone; left out by stores that are no files.
   */
  partitionsOf?(container: ContainerReference): Partition[]
  /** Remarks of the source on the rows that a container shows, such as that it hides some; for a store that can say so. */
  remarksOn?(container: string): Promise<readonly string[]>
  /**
   * The rows of the named partitions, or of all, as a `from` clause takes them; it shows exactly `fields`, in their order. Throws
   * RunFailure for a file that is gone.
   */
  relation(
    container: ContainerReference,
    fields: readonly DiscoveredField[],
    partitions: readonly string[] | 'all',
  ): Relation
  /**
   * Says that several statements will read the relation, which this session made. A store that has to take texts apart for each
   * of them may read it once instead, into its scratch folder; left out by stores that gain nothing by it.
   */
  keep?(relation: Relation): void
  /**
   * The rows of a relation that was to be kept, with numbers by which the store finds them again; null where it holds no copy
   * of them, as before the first statement that reads them. Left out by stores that keep none.
   */
  numbered?(relation: Relation): NumberedRows | null
  /**
   * A text for each of the partitions (by name) that is another one whenever its bytes are: as they were when the session was
   * opened or renewed, and still are. Partitions of which that cannot be told are left out, and so is the member by stores that never can.
   */
  stamps?(container: ContainerReference, partitions: readonly string[]): Promise<ReadonlyMap<string, string>>
  /**
   * The names of those of these partitions that are not as they were when the session was opened: changed, or gone. Left out by stores
   * that are no files.
   */
  changed?(container: ContainerReference, partitions: readonly string[]): Promise<string[]>
  /**
   * What the source guarantees of these fields in a partition (null: in any part of the container) without reading its rows, by their
   * names; fields of which it guarantees nothing are left out, and so is the member by stores that never do.
   */
  guarantees?(
    container: ContainerReference,
    fields: readonly DiscoveredField[],
    partition: string | null,
  ): Promise<ReadonlyMap<string, FieldGuarantee>>
  /** The keys among these fields that the source guarantees; left out by stores that never do. */
  keys?(container: ContainerReference, fields: readonly DiscoveredField[]): Promise<readonly KeyGuarantee[]>
  /**
   * The files behind the relation of a container, as long as this session holds them, where a DuckDB of another process reads them
   * as this one does; null where it would not. Left out by stores that are no files.
   */
  filesBehind?(container: ContainerReference): ReadableFiles | null
  /**
   * The fields that a person's query shows, in its order; names come as often as they are written. As few rows are read as the
   * store needs to tell the types. Throws what `query` throws.
   */
  fieldsOf(statement: Statement): Promise<DiscoveredField[]>
  /** Runs a statement whose result is small. Throws StatementRefused (the session stays usable), RunFailure or Aborted. */
  query(statement: Statement): Promise<Rows>
  /** Runs a statement and hands its rows over in batches of bounded size; leaving the loop early cancels the statement. */
  stream(statement: Statement): AsyncIterable<Rows>
  /**
   * Goes on to a new snapshot: from then on the session is as one that was opened anew, at a lower price. Left out by
   * stores that gain nothing by it. After false or an error the session can only be closed. `next` is the container that will be
   * described first (default: not known), which a store may look at on the way.
   */
  renew?(next?: ContainerReference): Promise<boolean>
  /**
   * Leaves the snapshot and lets go of all that it holds in the source, so that nobody there waits for it; what wakes it is `renew`.
   * A session at rest does not keep this process from ending. Left out by stores that cannot be renewed; after an error it can only
   * be closed.
   */
  rest?(): Promise<void>
  close(): Promise<void>
}

/** A session in the hands of those who must see no value: only the engine runs statements on it, by `readable`. */
export type HeldSession = Omit<Session, 'query' | 'stream'>

/**
 * A host at which no server of the right kind answered. `message` is the same whatever the network said, so that connections
 * cannot be used to look for open ports; `reason` is the network's own, a sentence for Admins and the service's log.
 */
export class SourceUnreached extends ServiceError {
  readonly reason: string

  constructor(message: string, reason: string, options: { cause?: unknown; retryable?: boolean } = {}) {
    super('connection_failed', message, options)
    this.reason = reason
  }
}

/**
 * The source understood the connection but refused this statement. `words` are the source's own reason, in one line: sources
 * quote the value that they stumbled over, so it is held, and the message says nothing of it.
 */
export class StatementRefused extends Error {
  readonly words: Held<string>

  constructor(words: string, message = 'The source refused a statement.') {
    super(message)
    this.name = 'StatementRefused'
    this.words = hold(words)
  }
}

/** A statement that takes more memory, room or reading than its source allows for one. */
export class StatementTooLarge extends StatementRefused {}

/** A refusal in a sentence of the service's own, which quotes nothing. */
export class OwnRefusal extends StatementRefused {
  constructor(sentence: string) {
    super(sentence, sentence)
  }
}

/** A statement that was cancelled because its time was used up. */
export class StatementTooLate extends OwnRefusal {}

/**
 * A statement over which the process that evaluated it ended: it broke down, or took more memory than it may. The session goes
 * on in another process.
 */
export class StatementFatal extends OwnRefusal {}

/** The one name that a member of the target can have; null when it can have none. */
type OnlyName = (connection: ConnectionValues, target: DatastoreTarget) => string | null

/** How a server with several databases says what there is to make datastores of. */
export interface ServerPlaces {
  /** Names of the databases that the account may enter, without the server's own, at most `mostPlaces`; the errors of `open`. */
  databases(connection: ConnectionValues, bounds: SessionBounds): Promise<string[]>
  /** Names of the schemas of a database that the account may use, likewise; null for a store in which a database has no schemas. */
  schemas:
    | ((connection: ConnectionValues, database: string, bounds: SessionBounds) => Promise<string[]>)
    | null
  /** The schema of a datastore that names none; null where a database has no schemas. */
  usual_schema: string | null
}

/** Databases or schemas that are listed at most. */
export const mostPlaces = 10_000

/** A container of files as an engine evaluates it, or a sentence that says why it does not. */
export type FilesEvaluation = { session: Session } | { reason: string }

/** An engine of many machines that can evaluate the files of a datastore where they are. */
export interface FilesEngine {
  dialect: Dialect
  /** Whether a place names a catalog and a schema, in which it declares tables; without them it declares nothing that stays. */
  needs_schema: boolean
  /** Tries the connection and the place; the errors of `Connector.test`. */
  test(connection: ConnectionValues, place: ComputePlace, bounds: SessionBounds): Promise<void>
  /** Why it never evaluates a container of this name, whatever its files hold; null where only those tell. */
  reasonAgainst(container: ContainerReference): string | null
  /**
   * Opens a session that shows the one container as `files` does, and closes `files` with itself; those stay open where a reason is the answer,
   * and after an error. The errors of `Connector.open`, and RunFailure.
   */
  evaluate(
    connection: ConnectionValues,
    place: ComputePlace,
    read: { files: Session; container: ContainerReference },
    bounds: SessionBounds,
  ): Promise<FilesEvaluation>
}

/** A kind of store: one `<type>.connector.ts` file; its driver is imported lazily inside `open`. */
export interface Connector {
  /** The connection type of the API, e.g. `postgresql`. */
  type: string
  /** Its name for people, e.g. `PostgreSQL`. */
  title: string
  /** What no test has met yet, as a sentence for whoever connects to one (default: the tests run on the store itself). */
  untried?: string
  store_type: StoreType
  /** The members of ConnectionValues that it reads, as an open schema; required ones are required when a connection is saved. */
  connection: TObject
  /** The members that a connection with these values needs beside the required ones (default: none). */
  needs?(connection: ConnectionValues): readonly (keyof ConnectionValues)[]
  /** What who gave these values may have meant, as a sentence for the refusal of one that lacks what `needs` says; null, also the default: nothing. */
  meant?(connection: ConnectionValues): string | null
  /** The members of DatastoreTarget that a datastore must set. */
  requires: readonly TargetMember[]
  /** The members of DatastoreTarget that a datastore may set: to anything, or only to the name that the function gives, in any letter case. */
  takes: Partial<Record<TargetMember, 'anything' | OnlyName>>
  /**
   * Tries the connection, and the target when given. Throws ServiceError `connection_failed` whose sentence carries the
   * driver's own reason without secrets, or `invalid` for a path that is not allowed.
   */
  test(connection: ConnectionValues, target: DatastoreTarget | null, bounds: SessionBounds): Promise<void>
  /** Opens a session; the same errors as `test`. */
  open(connection: ConnectionValues, target: DatastoreTarget, bounds: SessionBounds): Promise<Session>
  /** What a server has to choose from; left out by stores that are one place each. */
  places?: ServerPlaces
  /** How it evaluates files of datastores on other connections; left out by stores that cannot. */
  files_engine?: FilesEngine
  /** Bytes that the name of a table which is written may have, where that is less than the longest prefix needs (default: it is not). */
  longest_table_name?: number
  /**
   * Opens a writer, for a store that can be written; the same errors as `open`, and RunFailure. `reads` are files of which it may
   * be asked to take rows (default: none).
   */
  openWriter?(
    connection: ConnectionValues,
    target: DatastoreTarget,
    bounds: SessionBounds,
    reads?: ReadableFiles | null,
  ): Promise<Writer>
}

/** Keeps a connector's own literal types. */
export const defineConnector = (connector: Connector): Connector => connector
