import { besiegedServer, patientSeconds, type BesiegedStore } from '../../attack/besieged-store.ts'
import { sparkSource } from '../../harness/spark-source.ts'

/** A schema of the catalog `spark_catalog`, which the account could write. */
export const besiegedSchema = async (folder: string): Promise<BesiegedStore> =>
  besiegedServer('spark', folder, await sparkSource(), { seconds: patientSeconds })
