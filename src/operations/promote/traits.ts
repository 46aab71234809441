import type { PromotedType } from '../../model/promotion.ts'
import type { TeamPermission } from '../../model/principal.ts'
import { conclude, reopen } from './control.ts'
import { details, listed_details } from './details.ts'
import { shown } from './members.ts'

/** What the promotions of all kinds of things declare. */
export const traits = {
  type: 'promote',
  resumable: true,
  rerunnable: true,
  schedulable: false,
  forbids_hidden: true,
  permissions: ({ datastore_id, ...stored }: { datastore_id: number }) =>
    [datastore_id, destinationOf(stored)].flatMap((id) =>
      id === null ? [] : [{ datastore_id: id, permission: 'Editor' as TeamPermission }],
    ),
  initialStatus: { total: 0, created: 0, updated: 0, skipped: 0, failed: 0 },
  conclude,
  abort: async () => undefined,
  reopen,
  echoes: shown,
  listed_details,
  details,
} as const

/** The payload as answers show it. */
export function echoOf(promote_type: PromotedType) {
  return ({ datastore_id: _shown, ...members }: { datastore_id: number }): Record<string, unknown> => ({
    promote_type,
    ...members,
  })
}

/** The datastore of the destination, which some payloads name and others tell once they are accepted; null before that. */
function destinationOf(stored: object): number | null {
  const id: unknown = 'destination_datastore_id' in stored ? stored.destination_datastore_id : null
  return typeof id === 'number' ? id : null
}
