import { Type, type Static } from 'typebox'
import type { ScanResult } from './operation.ts'
import { described, nullable, Timestamp } from './wire.ts'

/** How far the reading of a partition can be. */
export const partitionStates = ['waiting', 'running', 'done', 'failed', 'stopping', 'stopped'] as const

const counted = (description: string) => Type.Integer({ minimum: 0, description })

/** The partitions of a container in a run, by how far each is. */
export const PartitionCounts = Type.Object(
  {
    total: counted(
      'All that the run reads; 0 until it has looked into the container, and where it reads none',
    ),
    waiting: counted('Not begun'),
    running: counted('Being read now'),
    done: counted('Read, or taken over from an earlier run because nothing changed'),
    failed: counted('Could not be read'),
    stopping: counted(
      'Aborted while they were read, and their worker has not said yet that it left the source',
    ),
    stopped: counted('Aborted, and nothing is done in the source for them any more'),
  },
  { title: 'PartitionCounts', description: 'The partitions of a container in a run, by how far each is' },
)
export type PartitionCounts = Static<typeof PartitionCounts>

/** One partition of a container in a run. */
export const PartitionProgress = Type.Object(
  {
    name: Type.String({ description: 'A file, or a range of the partition field' }),
    state: described(Type.Enum(partitionStates), 'How far it is'),
    start_time: nullable(Timestamp, 'When its reading began; null: that is not recorded before its end'),
    end_time: nullable(Timestamp, 'When it ended; null: it has not'),
    records_processed: nullable(
      counted('How many rows were read'),
      'How many rows were read; null: not known yet',
    ),
  },
  { title: 'PartitionProgress', description: 'How far a run is with one partition' },
)
export type PartitionProgress = Static<typeof PartitionProgress>

/** What the stream of a run says of a container that changed: the members of `GET /operations/{id}/containers` that change while it goes on. */
export interface ContainerProgress {
  id: number
  start_time: string | null
  end_time: string | null
  records_processed: number
  anomaly_count: number
  result: ScanResult
  message: string | null
  partitions: PartitionCounts
}

/** The work that an abort found under way: the proof that it has stopped. */
export const AbortedWork = Type.Object(
  {
    units: counted('Pieces of work that were under way'),
    stopping: counted('Of those: a statement may still be in the source'),
    silent: counted(
      'Of those: their worker has gone without a word, and nothing is known of their statements',
    ),
    last_stopped: nullable(Timestamp, 'When the last of the others had left the source; null: none has yet'),
  },
  {
    title: 'AbortedWork',
    description: 'What was under way when a run was aborted, and whether it has stopped',
  },
)
export type AbortedWork = Static<typeof AbortedWork>
