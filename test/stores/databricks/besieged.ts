import { besiegedServer, patientSeconds, type BesiegedStore } from '../../attack/besieged-store.ts'
import { databricksTables } from '../../harness/databricks-tables.ts'

/** A schema of a Spark behind the interface of Databricks, which its account could write. */
export async function besiegedDouble(folder: string): Promise<BesiegedStore> {
  const { double, ...behind } = await databricksTables()
  const source = { ...behind, connection: double.connection, target: double.target }
  return besiegedServer('databricks', folder, source, { seconds: patientSeconds })
}
