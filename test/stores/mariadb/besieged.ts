import { besiegedServer, type BesiegedStore } from '../../attack/besieged-store.ts'
import { mariadbSource } from '../../harness/mariadb-source.ts'

/** A database of the owner of the server. */
export const besiegedDatabase = async (folder: string): Promise<BesiegedStore> =>
  besiegedServer('mariadb', folder, await mariadbSource(), {
    made: ['create sequence counter'],
    looked: ['select next_not_cached_value from counter'],
  })
