import { Type, type Static } from 'typebox'
import { CheckStub } from './check-record.ts'
import { ContainerStub } from './container-record.ts'
import { DatastoreReference } from './datastore-record.ts'
import { ContainerMeasurement } from './container-measurement.ts'
import { described, nullable, Timestamp } from './wire.ts'

/** The rule types that watch how containers change from scan to scan. */
export const watchingRules = ['volumetric', 'freshness', 'metric'] as const

/** A check that watches a container, and what it concluded last. */
const WatchingCheck = Type.Object(
  {
    ...CheckStub.properties,
    last_asserted: nullable(Timestamp, 'When a scan last reached a verdict; null: never'),
    is_passing: nullable(Type.Boolean({ description: 'Null: never asserted' })),
  },
  { title: 'WatchingCheck', description: 'A check that compares scans, and what it concluded last' },
)

/** A container with how it changed, what watches that, and what was found. */
export const ObservedContainer = Type.Object({
  container: described(ContainerStub, 'The container that was measured'),
  datastore: described(DatastoreReference, 'The datastore that it belongs to'),
  measurements: described(
    Type.Array(ContainerMeasurement),
    'What was measured in the time that was asked for, newest first, at most 500',
  ),
  checks: described(
    Type.Array(WatchingCheck),
    'Its Active checks of the rule types volumetric, freshness and metric',
  ),
  anomaly_count: Type.Integer({ description: 'Open anomalies that these checks found' }),
})
export type ObservedContainer = Static<typeof ObservedContainer>
