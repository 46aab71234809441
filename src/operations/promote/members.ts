import { Type } from 'typebox'
import { promotedTypes } from '../../model/promotion.ts'
import { described, Id, optional, TagNames } from '../../model/wire.ts'

const datastore_id = described(Id, 'The datastore to work on')

/** The members of promotions from a container to another one. */
export const containerEnds = {
  datastore_id,
  container_id: described(Id, 'The container that is promoted from'),
  destination_container_id: described(Id, 'The container that is promoted to'),
}

/** The members of promotions of computed containers from a datastore to another one. */
export const datastoreEnds = {
  datastore_id,
  destination_datastore_id: described(Id, 'Of promotions: the datastore of the destination'),
  container_additional_tags: optional(
    TagNames,
    'Tags that the containers get at the destination beside their own',
  ),
}

/** The member of every promotion that asks for a plan. */
export const dryRun = {
  dry_run: optional(
    Type.Boolean(),
    'True: nothing is written at the destination; the results say what would be. Default false',
  ),
}

/** The members that a run shows beyond its payload. */
export const shown = {
  promote_type: Type.Enum(promotedTypes, { description: 'Of promotions: what kind of thing is promoted' }),
  destination_datastore_id: datastoreEnds.destination_datastore_id,
}
