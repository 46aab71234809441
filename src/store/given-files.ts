import { sql } from 'kysely'
import type { FileOptions } from '../model/container.ts'
import type { GivenFile } from '../model/given-file.ts'
import type { Queryable } from './pool.ts'

/** Bytes of one part, so that neither writing nor reading a file holds it twice. */
const partBytes = 1024 * 1024

/** Keeps a file of given rows for its run. */
export async function saveGivenFile(
  transaction: Queryable,
  operationId: number,
  { name, format, file_options, content }: GivenFile & { content: Buffer },
): Promise<void> {
  await transaction
    .insertInto('given_files')
    .values({ operation_id: operationId, name, format, file_options: JSON.stringify(file_options) })
    .execute()
  for (let start = 0; start < content.length; start += partBytes)
    await transaction
      .insertInto('given_file_parts')
      .values({
        operation_id: operationId,
        ordinal: start / partBytes,
        content: content.subarray(start, start + partBytes),
      })
      .execute()
}

/** The file of given rows that the run is about, without what is in it; undefined once the run has ended. */
export async function findGivenFile(
  database: Queryable,
  operationId: number,
): Promise<GivenFile | undefined> {
  const { rows } = await sql<Omit<GivenFile, 'file_options'> & { file_options: FileOptions }>`
    select name, format, file_options from given_files where operation_id = ${operationId}`.execute(database)
  return rows[0]
}

/** The bytes of the file of a run, part by part. */
export async function* givenBytes(database: Queryable, operationId: number): AsyncGenerator<Buffer> {
  for (let ordinal = 0; ; ordinal += 1) {
    const part = await database
      .selectFrom('given_file_parts')
      .select('content')
      .where('operation_id', '=', operationId)
      .where('ordinal', '=', ordinal)
      .executeTakeFirst()
    if (!part) return
    yield part.content
  }
}

/** Deletes the file of a run, which needs it no more. */
export async function dropGivenFile(transaction: Queryable, operationId: number): Promise<void> {
  await transaction.deleteFrom('given_files').where('operation_id', '=', operationId).execute()
}
