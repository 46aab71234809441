import { Type } from 'typebox'
import { scanResults } from './operation.ts'
import { described, Id, nullable, Timestamp } from './wire.ts'

const count = (description: string) => Type.Integer({ minimum: 0, description })

/** Members of containers in lists that ask for them by `include=standing`. */
export const containerStanding = {
  last_scan: Type.Optional(
    nullable(
      Type.Object(
        {
          id: described(Id, 'Unique among its kind'),
          result: described(Type.Enum(scanResults), 'How it ended, or how far it is'),
          start_time: nullable(Timestamp, 'When it began; null: it has not'),
          records_processed: count('How many rows it read'),
        },
        { title: 'LastContainerScan', description: 'The scan of a container that began last' },
      ),
      'The scan that began last, external ones left out, with `include=standing`; null: it was never scanned',
    ),
  ),
  verdicts: Type.Optional(
    Type.Object(
      {
        passed: count('Active checks that the last scan which had them passed'),
        failed: count('Active checks that the last scan which had them failed'),
        unasserted: count('Active checks that the last scan which had them could not judge'),
        never: count('Active checks that no scan had'),
      },
      {
        title: 'Verdicts',
        description: 'How the Active checks of a container stand, with `include=standing`',
      },
    ),
  ),
  open_anomalies: Type.Optional(
    count('Anomalies in it that are Active or Acknowledged, with `include=standing`'),
  ),
}
