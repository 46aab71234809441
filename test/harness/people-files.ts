import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { peopleRows, peopleTypes } from '../connectors/conformance.ts'

const header = Object.keys(peopleTypes)
/** The people of the conformance tests as separated text. */
export const peopleCsv = [
  header.join(','),
  '1,9007199254740993,12.50,Zoë,true,1987-05-04,2024-02-29 12:30:00',
  `2,-5,-0.25,"O'Hara, ""Jo""",false,2001-12-31,2024-03-01T00:00:00.5`,
  '3,,,,,"",',
  '',
].join('\n')

/** The people of the conformance tests as Parquet. */
export async function peopleParquet(): Promise<Buffer> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-people-'))
  const path = join(folder, 'people.parquet')
  const instance = await DuckDBInstance.create(':memory:')
  const writer = await instance.connect()
  await writer.run(
    'create table people (id integer, big bigint, amount decimal(10, 2), name varchar, active boolean, born date, seen timestamp)',
  )
  for (const row of peopleRows) await writer.run(`insert into people values (${row})`)
  await writer.run(`copy people to '${path}'`)
  writer.closeSync()
  instance.closeSync()
  try {
    return readFileSync(path)
  } finally {
    rmSync(folder, { recursive: true })
  }
}
