import { Type } from 'typebox'
import { ContainerProfile } from '../../model/profile-record.ts'
import { described } from '../../model/wire.ts'
import { presentContainerProfile } from '../../services/field-profiles/containers.ts'
import type { Queryable } from '../../store/pool.ts'
import { profilesOfRun } from '../../store/profiles.ts'

/** The members of one run that other tables tell. */
export const details = {
  schema: {
    container_profiles: described(
      Type.Array(ContainerProfile),
      'Of profiles: what was measured in each container',
    ),
  },
  async read(database: Queryable, operationId: number) {
    const rows = await profilesOfRun(database, operationId)
    return { container_profiles: rows.map(presentContainerProfile) }
  },
}
