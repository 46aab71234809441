import type { Context } from '../../access/context.ts'
import { within } from '../../access/within.ts'
import { withholdingReason } from '../../disclosure/reasons.ts'
import { StatementRefused } from '../../connectors/connector.ts'
import { describeContainer } from '../../engine/describe-container.ts'
import { tryValues } from '../../engine/try-values.ts'
import { Aborted, invalidMember, messageOf, RunFailure, ServiceError } from '../../kernel/errors.ts'
import type { ContainerReference } from '../../model/container.ts'
import type { Operation, RunContext } from '../../runs/operation.ts'
import { startRun } from '../../runs/start.ts'
import { saveGivenFile } from '../../store/given-files.ts'
import { requireContainer } from '../containers/read.ts'
import { givenFields } from '../judging/given-fields.ts'
import { withGivenRows } from '../judging/given-session.ts'
import { acceptedColumns, refuseOtherColumns, type GivenColumns } from './accepted-columns.ts'
import { fileOf, type WantedRows } from './file-of.ts'

/** For so long the rows are tried while the client waits, milliseconds. */
const patienceMs = 120_000

/**
 * Editor. Starts a run that judges these rows by the checks of the container, once they have been read: 422 for rows that are none,
 * that have other columns than the container, or values that do not fit its fields.
 */
export async function scanGivenRows(context: RunContext, id: number, wanted: WantedRows) {
  const container = await requireContainer(context, id, 'Editor')
  const definition = runOfGivenRows(context)
  const columns = await acceptedColumns(context.store.database, container)
  const file = await fileOf(wanted, container)
  await tryRows(context, container, columns, { ...file, member: wanted.file ? 'file' : 'records' })
  return within(context, async (transaction, context) => {
    const { datastore_id, name } = container
    const run = await startRun(context, definition, {
      datastore_id,
      name: file.name,
      container_names: [name],
    })
    await saveGivenFile(transaction, run.id, file)
    return run
  })
}

function runOfGivenRows({ operations }: RunContext): Operation {
  const found = operations.all().find((operation) => operation.takes_rows)
  if (!found) throw new ServiceError('wrong_state', 'This service has no operation that takes rows.')
  return found
}

/** Reads all of the rows once, so that whoever gives them hears at once what is wrong with them. */
async function tryRows(
  context: Context,
  container: ContainerReference,
  { fields, optional, masked }: GivenColumns,
  { member, content, ...file }: Awaited<ReturnType<typeof fileOf>> & { member: string },
): Promise<void> {
  const signal = AbortSignal.timeout(patienceMs)
  const known = givenFields(fields, container)
  const reference = { ...container, computation: null, computed_fields: [] }
  try {
    await withholdingReason(masked, () =>
      withGivenRows(context, signal, { ...file, content: [content] }, async (session) => {
        const found = await describeContainer(session, reference, known)
        const names = found.fields.map(({ name }) => name)
        refuseOtherColumns(member, names, { fields, optional })
        const read = known.filter(({ name }) => names.includes(name))
        if ((await tryValues(session, reference, read)) > 0) return
        throw invalidMember(member, 'It holds no rows.')
      }),
    )
  } catch (error) {
    if (error instanceof Aborted || signal.aborted)
      throw new ServiceError(
        'unavailable',
        `The rows could not be read within ${patienceMs / 1000} seconds; give fewer, or try again later.`,
      )
    if (error instanceof RunFailure || error instanceof StatementRefused)
      throw invalidMember(member, messageOf(error))
    throw error
  }
}
