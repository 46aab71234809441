import type { Cell } from '../kernel/cell.ts'
import type { Session } from '../connectors/connector.ts'
import type { DiscoveredField } from '../model/field.ts'
import type { ScanRequest } from './check.ts'
import type { ContainerPlan } from './container-plan.ts'
import { greatestValue } from './greatest-value.ts'
import { keyText } from './key-text.ts'
import { oneValue, rowsIn } from './one-value.ts'
import { allRows } from './relation.ts'

/** The number of rows of the container, whatever part of them this scan reads. `read`: the number that it read. */
export async function rowsOfContainer(
  session: Session,
  { request, observed }: Pick<ContainerPlan, 'request' | 'observed'>,
  read: number,
): Promise<number> {
  const { increment, record_cap, changed_files_only } = request
  if ((increment?.above ?? null) === null && record_cap === null && changed_files_only !== true) return read
  return rowsIn(session, allRows(session, request.container, observed))
}

/**
 * When the container was last modified, in milliseconds since 1970: as the source says, else the greatest time in the
 * incremental field. Null when neither says it. A time without a zone is UTC, and so is a day.
 */
export async function lastModification(
  session: Session,
  { request, observed }: Pick<ContainerPlan, 'request' | 'observed'>,
): Promise<number | null> {
  if (request.last_modified !== null) return Date.parse(request.last_modified)
  return newestIn(session, request, observed)
}

/** The greatest time in the incremental field of the container; null without one. */
export async function newestIn(
  session: Session,
  request: Pick<ScanRequest, 'container' | 'incremental_field'>,
  observed: readonly DiscoveredField[],
): Promise<number | null> {
  const field = observed.find(({ name }) => name === request.incremental_field)
  if (field?.type !== 'Date' && field?.type !== 'Timestamp') return null
  const from = allRows(session, request.container, observed)
  return momentOf(await oneValue(session, from, greatestValue(field)))
}

function momentOf(cell: Cell): number | null {
  // Stores answer in UTC; as a key the time has no zone.
  const newest = keyText(cell, 'time')
  const moment = newest === null ? Number.NaN : Date.parse(`${newest.replace(' ', 'T')}Z`)
  return Number.isNaN(moment) ? null : moment
}
