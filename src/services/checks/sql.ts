import type { Context } from '../../access/context.ts'
import { notFound } from '../../kernel/errors.ts'
import { judgingSql } from '../../engine/judging-sql.ts'
import type { CheckSql } from '../../model/rule-type.ts'
import { findDatastoreSource } from '../../store/datastores.ts'
import { dialectFor } from '../datastores/container-session.ts'
import { briefSignal } from '../datastores/brief-session.ts'
import { requireCheck } from './read.ts'
import { statementsText, requestOf } from './trial.ts'
import { storedContent } from './stored-content.ts'

/** Reporter. The statements by which scans judge the check; the source is not asked. */
export async function readCheckSql(context: Context, id: number): Promise<CheckSql> {
  const row = await requireCheck(context, id, 'Reporter')
  const { database } = context.store
  const { datastore_id, container_id } = row
  const source = await findDatastoreSource(database, datastore_id)
  if (!source) throw notFound('quality check', id)
  const definition = { ...(await storedContent(database, row)), id }
  const request = await requestOf(context, { datastore_id, container_id, definition }, briefSignal())
  const dialect = dialectFor(source, request.container)
  const { statements, reason } = await judgingSql(dialect, request)
  return { dialect: dialect.name, sql: statementsText(statements), statements, reason }
}
