import { besiegedServer, patientSeconds, type BesiegedStore } from '../../attack/besieged-store.ts'
import { trinoSource } from '../../harness/trino-source.ts'

/** A schema of the catalog `memory`, which the account could write. */
export const besiegedSchema = async (folder: string): Promise<BesiegedStore> =>
  besiegedServer('trino', folder, await trinoSource(), { seconds: patientSeconds })
