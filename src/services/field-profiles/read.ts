import { recordAudit } from '../../access/audit.ts'
import type { Context } from '../../access/context.ts'
import { requireDatastore } from '../../access/require.ts'
import { within } from '../../access/within.ts'
import { notFound } from '../../kernel/errors.ts'
import type { Page, PageRequest } from '../../kernel/page.ts'
import type { FieldProfile, SingleFieldProfile } from '../../model/profile-record.ts'
import { findField } from '../../store/containers.ts'
import {
  findFieldProfile,
  listHistory,
  listNewest,
  type FieldProfileRow,
} from '../../store/field-profiles.ts'
import { requireContainer } from '../containers/read.ts'
import { maskedFields } from '../../store/masked-fields.ts'
import { shownFieldProfile } from './shown.ts'

/** Reporter; the newest profile of each field of a container, or the fields of the profile of the container that is named. */
export async function listContainerFieldProfiles(
  context: Context,
  containerId: number,
  request: PageRequest & { profile?: number | undefined },
): Promise<Page<FieldProfile>> {
  await requireContainer(context, containerId, 'Reporter')
  return shownPage(context, containerId, await listNewest(context.store.database, containerId, request))
}

/** Reporter; every profile of a field, newest first. */
export async function listFieldProfiles(
  context: Context,
  fieldId: number,
  request: PageRequest,
): Promise<Page<FieldProfile>> {
  const { database } = context.store
  const field = await findField(database, fieldId)
  if (!field) throw notFound('field', fieldId)
  await requireDatastore(context, field.datastore_id, 'Reporter', ['field', fieldId])
  return shownPage(context, field.container_id, await listHistory(database, fieldId, request))
}

async function shownPage(
  context: Context,
  containerId: number,
  page: Page<FieldProfileRow>,
): Promise<Page<FieldProfile>> {
  const masked = (await maskedFields(context.store.database, [containerId]))(containerId)
  return { ...page, items: page.items.map((row) => shownFieldProfile(row, masked)) }
}

/** Reporter; Editor with `includeMasked`, which is noted in the audit log before anything is shown. */
export async function readFieldProfile(
  context: Context,
  id: number,
  includeMasked: boolean,
): Promise<SingleFieldProfile> {
  const row = await requireFieldProfile(context, id)
  if (includeMasked) await requireDatastore(context, row.datastore_id, 'Editor')
  const masked = (await maskedFields(context.store.database, [row.container_id]))(row.container_id)
  if (includeMasked) await noteReveal(context, row, masked)
  const profile = shownFieldProfile(row, masked, { reveals: includeMasked })
  const buckets = profile.histogram_buckets
  return {
    ...profile,
    histogram: { labels: buckets.map(({ value }) => value), data: buckets.map(({ count }) => count) },
  }
}

/** The row of a profile; 404 without one, 403 without Reporter on its datastore. */
export async function requireFieldProfile(context: Context, id: number): Promise<FieldProfileRow> {
  const row = await findFieldProfile(context.store.database, id)
  if (!row) throw notFound('field profile', id)
  await requireDatastore(context, row.datastore_id, 'Reporter', ['field profile', id])
  return row
}

/** The fields whose values the answer shows: its own, and those that a line leads to. Without any there is nothing to note. */
async function noteReveal(
  context: Context,
  { id, name, container_id, metrics }: FieldProfileRow,
  masked: ReadonlySet<string>,
): Promise<void> {
  const seen = [name, ...metrics.regression_models.map(({ field }) => field)]
  const revealed = seen.filter((field) => masked.has(field))
  if (revealed.length === 0) return
  await within(context, (transaction) =>
    recordAudit(context, transaction, {
      action: 'unmask_field_values',
      resource_type: 'field_profile',
      resource_id: id,
      details: { container_id, masked_field_names: revealed },
    }),
  )
}
