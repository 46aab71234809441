import { besiegedServer, type BesiegedStore } from '../../attack/besieged-store.ts'
import { clickhouseSource } from '../../harness/clickhouse-source.ts'

/** A database of the one account of the engine. */
export const besiegedDatabase = async (folder: string): Promise<BesiegedStore> =>
  besiegedServer('clickhouse', folder, await clickhouseSource())
