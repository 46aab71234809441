import type { OperationResult, OperationType } from '../model/operation.ts'

/** A run as services that follow lineage want to know it; nothing of it is a value of a source. */
export interface RunFacts {
  /** What it is about to say: that the run began, or how it ended. */
  phase: 'start' | 'end'
  operation_id: number
  type: OperationType
  result: OperationResult
  /** What went wrong, for people; null: nothing did. */
  message: string | null
  created: string
  /** When it was taken up again the last time; null: never before what is told. */
  resumed: string | null
  /** Null: it ended before it began. */
  start_time: string | null
  end_time: string | null
  /** Of the run; null: it has none, or it was deleted. */
  datastore_name: string | null
  datasets: readonly DatasetFacts[]
  /** The tables that it wrote into the enrichment datastore; empty also where the reader may not know of that datastore. */
  outputs: readonly DatasetPlace[]
}

/** A container, and where its datastore is. */
export interface DatasetPlace {
  name: string
  /** True: it is computed, and the store does not have it. */
  is_computed: boolean
  datastore_name: string
  connection_type: string
  host: string | null
  port: number | null
  uri: string | null
  /** The region of a cloud that the connection names. */
  region: string | null
  database: string | null
  schema: string | null
  root_path: string | null
}

/** A container that the run worked on. */
export interface DatasetFacts extends DatasetPlace {
  /** Verdicts on its checks that the run came to. */
  assertions: readonly { check_id: number; rule_type: string; fields: readonly string[]; passed: boolean }[]
}
