import { connectors } from '../../src/connectors/registry.ts'
import { databricksTables } from '../harness/databricks-tables.ts'
import { sparkAbsence } from '../harness/spark-absence.ts'
import { conforms, type Fixture } from './conformance.ts'
import { createPeople, sparkRefused, sparkSeries } from './spark.fixture.ts'

conforms(
  'a double of Databricks, which is its interface in front of a Spark',
  connectors.get('databricks'),
  async (): Promise<Fixture> => {
    const { double, run, close } = await databricksTables()
    await run([createPeople])
    return {
      connection: double.connection,
      target: double.target,
      people: 'people',
      ...sparkSeries,
      refused: [
        ...sparkRefused,
        'select * from lake.information_schema.tables',
        "select * from read_files('/Volumes/lake/shop')",
        'select * from delta.`s3://elsewhere/table`',
      ],
      close,
    }
  },
  sparkAbsence,
  'double',
)
