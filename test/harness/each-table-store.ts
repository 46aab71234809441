import { after, before, describe } from 'node:test'
import { mariadbAbsence } from './mariadb-source.ts'
import { tableStores, type TableStore } from './table-stores.ts'
import { startWorkingApp, type WorkingApp } from './working-app.ts'

/** A store of one type, and the service that reads it; both are there once the tests run. */
interface OnStore {
  type: string
  app: WorkingApp
  store: TableStore
}

/** Runs the tests on each type of store that holds tables, with a service that reads about so many rows of a table as one partition. */
export function describeEachTableStore(
  title: (type: string) => string,
  rowsPerPartition: number,
  tests: (on: OnStore) => void,
): void {
  for (const [type, open] of Object.entries(tableStores)) {
    describe(title(type), { skip: type === 'mariadb' && mariadbAbsence }, () => {
      const app = {} as WorkingApp
      const store = {} as TableStore
      before(async () => {
        Object.assign(app, await startWorkingApp())
        app.environment.sources.rows_per_partition = rowsPerPartition
        Object.assign(store, await open(app.folder))
      })
      after(async () => {
        await app.close()
        await store.close()
      })
      tests({ type, app, store })
    })
  }
}
