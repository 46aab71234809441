import { dbt } from './dbt.importer.ts'
import { greatExpectations } from './great-expectations.importer.ts'
import type { Importer } from './importer.ts'
import { odcs } from './odcs.importer.ts'
import { soda } from './soda.importer.ts'

/** Every tool whose files are read. */
export const importers: readonly Importer[] = [dbt, greatExpectations, soda, odcs]
