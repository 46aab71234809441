import { besiegedServer, type BesiegedStore } from '../../attack/besieged-store.ts'
import { athenaTables } from '../../harness/athena-tables.ts'

/** A schema of a Trino behind the interface of Athena, which its account could write. */
export async function besiegedDouble(folder: string): Promise<BesiegedStore> {
  const { double, ...behind } = await athenaTables()
  return besiegedServer('athena', folder, { ...behind, connection: double.connection, target: double.target })
}
