import { Type, type Static } from 'typebox'
import { described, Id, nullable, Timestamp } from './wire.ts'

/** What a check cost in one container scan. */
export const CheckCost = Type.Object(
  {
    container_scan_id: described(Id, 'The container scan that judged it'),
    operation_id: described(Id, 'The run that it belongs to'),
    start_time: nullable(Timestamp, 'When the container scan began; null: it has not'),
    statements: Type.Integer({
      description: 'How many statements took part in judging it; 0: none was needed',
    }),
    milliseconds: Type.Integer({ description: 'How long the source took for all of these' }),
    own_milliseconds: Type.Number({
      description: 'Its share of that: the time of each statement divided by the checks that it was sent for',
    }),
    shared_with: Type.Integer({
      description: 'How many other checks at most had a part in one of these statements',
    }),
    records_processed: Type.Integer({ description: 'How many rows the container scan read' }),
    basis: Type.Enum(['read', 'kept', 'proven', 'none'], {
      title: 'CheckCostBasis',
      description:
        'read: rows were read for it. kept: all that it rests on is as at an earlier scan. proven: the source guarantees it without its rows. none: no statement was sent for it, as for a check of the fields',
    }),
  },
  { title: 'CheckCost', description: 'What a check cost in one container scan' },
)
export type CheckCost = Static<typeof CheckCost>
