import type { Context } from '../../access/context.ts'
import { heldBy, isEnough, requireNamed } from '../../access/require.ts'
import { visibleDatastores } from '../../access/visible.ts'
import { notFound } from '../../kernel/errors.ts'
import type { Page, PageRequest } from '../../kernel/page.ts'
import {
  archivedCheckStatuses,
  checkStatuses,
  isOpenStatus,
  openCheckStatuses,
  type CheckStatus,
} from '../../model/check.ts'
import { checkActs, type CheckAct } from '../../model/available.ts'
import type { Check, CheckStub } from '../../model/check-record.ts'
import type { CheckFacet, Facets } from '../../model/facet.ts'
import type { TeamPermission } from '../../model/principal.ts'
import {
  countChecks,
  findCheck,
  listAllChecks as selectAllChecks,
  listChecks as selectChecks,
  type CheckFilter,
  type CheckOrder,
  type CheckRow,
} from '../../store/checks.ts'
import { recentResults } from '../../store/check-history.ts'
import type { CheckTemplate } from '../../model/check-template.ts'
import { listTemplates } from '../templates/read.ts'
import { presentChecks } from './present.ts'

/** The check's row; 404 without one, 403 without this permission on its datastore. */
export async function requireCheck(
  context: Context,
  id: number,
  permission: TeamPermission,
): Promise<CheckRow> {
  const row = await findCheck(context.store.database, id)
  if (!row) throw notFound('quality check', id)
  const datastore = { id: row.datastore_id, name: row.datastore_name }
  await requireNamed(context, datastore, permission, ['quality check', id])
  return row
}

/** Reporter. With `available` what the caller may do with it, too. */
export async function readCheck(
  context: Context,
  id: number,
  include: readonly 'available'[] = [],
): Promise<Check> {
  const row = await requireCheck(context, id, 'Reporter')
  const check = await presentCheck(context, row)
  if (!include.includes('available')) return check
  return { ...check, available: availableOf(row.status, await heldBy(context, row.datastore_id)) }
}

/** What the verbs of this folder let somebody with this permission do with a check of this status. */
function availableOf(status: CheckStatus, held: TeamPermission | null): CheckAct[] {
  const needed: Partial<Record<CheckAct, TeamPermission>> = {
    ...(status !== 'Active' && { activate: 'Author' }),
    ...(isOpenStatus(status) && { archive: 'Author' }),
    change: neededFor(status, status),
    delete: 'Author',
    ...(status !== 'Draft' && { draft: neededFor(status, 'Draft') }),
  }
  return checkActs.filter((act) => needed[act] !== undefined && isEnough(held, needed[act]))
}

/** What it takes to change a check of one status, and to give it another. */
export function neededFor(from: CheckStatus, to: CheckStatus): TeamPermission {
  return from !== 'Active' && to === 'Draft' ? 'Drafter' : 'Author'
}

/** For a caller whose permission was looked at before. */
export async function presentCheck(context: Context, row: CheckRow): Promise<Check> {
  const [check] = await presentChecks(context, [row])
  return check as Check
}

/** The filters of lists: `status` decides when given, of archived checks alone where only these are asked for; else `archived` (default: open checks only). */
export interface CheckQuery extends Omit<CheckFilter, 'status'> {
  status?: CheckStatus[] | undefined
  template_only?: boolean | undefined
  template_locked?: boolean | undefined
}

/** What lists can show of each check beside what it is. */
interface Inclusion {
  include?: 'recent_results'[] | undefined
}

/** Verdicts that a strip of them shows. */
const stripLength = 30

/** Clients ask the same list for templates. */
function wantsTemplates({ template_only, template_locked }: CheckQuery): boolean {
  return template_only === true || template_locked !== undefined
}

function statusesOf({ status, archived }: CheckQuery): readonly CheckStatus[] {
  const all = archived === 'only' ? archivedCheckStatuses : checkStatuses
  if (status) return all.filter((one) => status.includes(one))
  return archived === undefined ? openCheckStatuses : all
}

/** Member; checks of the datastores that the caller may see, oldest first, or templates where these are asked for. */
export async function listChecks(
  context: Context,
  query: CheckQuery & CheckOrder & Inclusion & PageRequest,
): Promise<Page<Check | CheckTemplate>> {
  if (wantsTemplates(query)) return listTemplates(context, query)
  const filter = { ...query, status: statusesOf(query) }
  const page = await selectChecks(context.store.database, visibleDatastores(context), filter)
  const items = await presentChecks(context, page.items)
  return { ...page, items: query.include?.length ? await withRecentResults(context, items) : items }
}

async function withRecentResults(context: Context, checks: readonly Check[]): Promise<Check[]> {
  const ids = checks.map(({ id }) => id)
  const results = await recentResults(context.store.database, ids, stripLength)
  return checks.map((check) => ({ ...check, recent_results: results.get(check.id) ?? [] }))
}

/** Member; the same in brief and at once. With `own` only checks that the caller owns. */
export async function listAllChecks(context: Context, query: CheckQuery, own: boolean): Promise<CheckStub[]> {
  if (wantsTemplates(query)) return []
  const owner = own ? { owner_id: context.principal.user_id } : {}
  const filter = { ...query, status: statusesOf(query), ...owner }
  const rows = await selectAllChecks(context.store.database, visibleDatastores(context), filter)
  return rows.map(({ id, rule_type, description, status, fields, ...row }) => ({
    id,
    rule_type,
    description,
    status,
    fields,
    container: {
      id: row.container_id,
      name: row.container_name,
      container_type: row.container_type,
      table_type: row.table_type,
    },
  }))
}

/** Member: how many of them there are by each of these; of templates none. */
export function countCheckFacets(
  context: Context,
  names: readonly CheckFacet[],
  query: CheckQuery,
): Promise<Facets> {
  const filter = { ...query, status: statusesOf(query) }
  return countChecks(context.store.database, visibleDatastores(context), filter, names)
}
