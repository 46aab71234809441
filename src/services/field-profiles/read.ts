import type { Context } from '../../access/context.ts'
import { requireDatastore } from '../../access/require.ts'
import { revealedFieldProfile, shownFieldProfile } from '../../disclosure/field-profiles.ts'
import { policyOf } from '../../disclosure/policies.ts'
import { notFound } from '../../kernel/errors.ts'
import type { Page, PageRequest } from '../../kernel/page.ts'
import type { FieldProfile, SingleFieldProfile } from '../../model/profile-record.ts'
import { findField } from '../../store/fields.ts'
import {
  findFieldProfile,
  listHistory,
  listNewest,
  type FieldProfileRow,
} from '../../store/field-profiles.ts'
import { requireContainer } from '../containers/read.ts'

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
  const policy = await policyOf(context.store.database, containerId)
  return { ...page, items: page.items.map((row) => shownFieldProfile(row, policy)) }
}

/** Reporter; Editor with `includeMasked`, which is noted in the audit log before anything is shown. */
export async function readFieldProfile(
  context: Context,
  id: number,
  includeMasked: boolean,
): Promise<SingleFieldProfile> {
  const row = await requireFieldProfile(context, id)
  const profile = includeMasked
    ? await revealedFieldProfile(context, row)
    : shownFieldProfile(row, await policyOf(context.store.database, row.container_id))
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
