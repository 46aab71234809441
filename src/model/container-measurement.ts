import { Type, type Static } from 'typebox'
import { described, nullable, Timestamp } from './wire.ts'

/** How large a container was at some time. */
export const ContainerMeasurement = Type.Object({
  measurement_time: described(Timestamp, 'When it was measured'),
  last_modification_time: nullable(
    Timestamp,
    'When the container was modified; null: the source does not say, or it is not tracked',
  ),
  row_count: nullable(Type.Integer(), 'Its rows; null: they were not all counted, or not tracked'),
  size_bytes: nullable(
    Type.Integer(),
    'The size of its files in bytes; null: the source does not say, or it is not tracked',
  ),
})
export type ContainerMeasurement = Static<typeof ContainerMeasurement>
