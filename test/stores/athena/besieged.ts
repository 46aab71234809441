import { besiegedServer, patientSeconds, type BesiegedStore } from '../../attack/besieged-store.ts'
import { athenaTables } from '../../harness/athena-tables.ts'

/** A schema of a Trino behind the interface of Athena, which its account could write. */
export async function besiegedDouble(folder: string): Promise<BesiegedStore> {
  const { double, ...behind } = await athenaTables()
  const { connection, target } = double
  return besiegedServer('athena', folder, { ...behind, connection, target }, { seconds: patientSeconds })
}
