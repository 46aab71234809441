import type { SessionBounds } from '../../../src/connectors/connector.ts'
import { databricksTables } from '../../harness/databricks-tables.ts'
import type { ExampleStore, ExampleTable } from '../../harness/example-tables.ts'
import { openedOn } from '../spark/examples.ts'

/** The tables on a Spark behind a double, in a schema of their own. */
export async function openExamples(
  tables: readonly ExampleTable[],
  bounds: Partial<SessionBounds>,
): Promise<ExampleStore> {
  const { double, ...behind } = await databricksTables()
  const source = { ...behind, connection: double.connection, target: double.target }
  return openedOn('databricks', source, tables, bounds)
}
